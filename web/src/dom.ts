/** An element of the page by its id. */
export const at = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;

/** Says something in place of a button's text for a moment. */
export function flash(button: HTMLElement, text: string): void {
  const usual = (button.dataset.usual ??= button.textContent ?? "");
  button.textContent = text;
  setTimeout(() => (button.textContent = usual), 1800);
}

/** Keeps a pointer to an element until it is lifted. */
export function capture(element: Element, pointer: number): void {
  try {
    element.setPointerCapture(pointer);
  } catch {
    // It is gone already.
  }
}

/** A button that holds something down: by a pointer, and by Enter or space when it has the focus. */
export function holds(button: HTMLButtonElement, set: (down: boolean) => void): void {
  const pointers = new Set<number>();
  button.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    pointers.add(event.pointerId);
    set(true);
    capture(button, event.pointerId);
  });
  for (const type of ["pointerup", "pointercancel", "lostpointercapture"] as const) {
    button.addEventListener(type, (event) => {
      if (pointers.delete(event.pointerId) && !pointers.size) set(false);
    });
  }
  const isKey = (event: KeyboardEvent) => event.key === "Enter" || event.key === " ";
  button.addEventListener("keydown", (event) => {
    if (!isKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) set(true);
  });
  button.addEventListener("keyup", (event) => {
    if (!isKey(event)) return;
    event.stopPropagation();
    set(false);
  });
  button.addEventListener("blur", () => set(false));
}
