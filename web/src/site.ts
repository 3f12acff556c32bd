/** How the packages are had today. Once they are published, `PUBLISHED` is true and the lines are short. */
const PUBLISHED = false;
const SOURCE = "https://github.com/carom-physics/carom";
export const CARGO = PUBLISHED ? "cargo add carom" : `cargo add carom --git ${SOURCE}`;
export const NPM = PUBLISHED ? "npm i carom" : "npm i ../carom/crates/wasm/pkg";
/** What must be done before that. */
export const NPM_FIRST = PUBLISHED ? "" : "in a clone, after npm ci and npm run package in web";
