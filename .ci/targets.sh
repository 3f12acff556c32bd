# Building for other targets, with whatever this machine has. To be sourced.
#
#   target_way TARGET          how TARGET can be built here; installs what it may; fails if there is no way
#   target_cargo TARGET ARGS   cargo with ARGS for TARGET, by that way
#
# The ways, best first:
#   rustup   the toolchain has a standard library for the target
#   source   the toolchain has the library's source: cargo builds it (build-std)
#   debian   Debian's compiler has it (rustc-web, cargo-web, rust-web-src), where rustup has no network
# CAROM_TARGET_WAY overrules the choice.

debian_source=/usr/lib/rustlib/src/rust/library

# Installs Debian packages that are missing, where that is allowed. Never fails: what is missing shows later.
debian_packages() {
    command -v apt-get >/dev/null && [ "$(id -u)" = 0 ] || return 0
    local missing=() package
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    echo "installing ${missing[*]}" >&2
    { timeout 120 apt-get update && DEBIAN_FRONTEND=noninteractive timeout 300 apt-get install -y \
        --no-install-recommends "${missing[@]}"; } >/dev/null 2>&1 || echo "could not install all of them" >&2
}

target_way() {
    local sysroot
    sysroot=$(rustc --print sysroot)
    if [ -n "${CAROM_TARGET_WAY:-}" ]; then
        echo "$CAROM_TARGET_WAY"
    elif [ -d "$sysroot/lib/rustlib/$1/lib" ]; then
        echo rustup
    elif [ -d "$sysroot/lib/rustlib/src/rust/library/std" ]; then
        echo source
    elif command -v rustup >/dev/null && timeout 60 rustup target add "$1" >/dev/null 2>&1; then
        echo rustup
    else
        [ -d "$debian_source/std" ] && [ -x /usr/bin/cargo ] || debian_packages rustc-web cargo-web rust-web-src
        [ -d "$debian_source/std" ] && [ -x /usr/bin/cargo ] || return 1
        echo debian
    fi
}

# The linker that comes with the toolchain; Debian's compiler comes without one.
toolchain_lld() {
    local lld
    lld=$(find "$(rustc --print sysroot)/lib/rustlib" -name rust-lld -type f | head -n 1)
    [ -n "$lld" ] || lld=$(command -v rust-lld wasm-ld lld | head -n 1)
    echo "$lld"
}

target_cargo() {
    local target=$1 way std=std,panic_abort lld
    shift
    way=$(target_way "$target") || return 1
    lld=$(toolchain_lld)
    # Bare targets have no std.
    case $target in *-none-*) std=core,alloc ;; esac
    (
        [ -z "$lld" ] || export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$lld
        export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
        export CARGO_TARGET_I686_UNKNOWN_LINUX_GNU_LINKER=i686-linux-gnu-gcc
        export CARGO_TARGET_ARMV7_UNKNOWN_LINUX_GNUEABIHF_LINKER=arm-linux-gnueabihf-gcc
        export CARGO_TARGET_RISCV64GC_UNKNOWN_LINUX_GNU_LINKER=riscv64-linux-gnu-gcc
        export CARGO_TARGET_POWERPC64LE_UNKNOWN_LINUX_GNU_LINKER=powerpc64le-linux-gnu-gcc
        export CARGO_TARGET_POWERPC64_UNKNOWN_LINUX_GNU_LINKER=powerpc64-linux-gnu-gcc
        export CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_LINKER=s390x-linux-gnu-gcc
        case $way in
        rustup) exec cargo "$@" --target "$target" ;;
        source) RUSTC_BOOTSTRAP=1 exec cargo "$@" --target "$target" -Z "build-std=$std" ;;
        debian)
            PATH=/usr/bin:$PATH RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 \
                exec /usr/bin/cargo "$@" --target "$target" -Z "build-std=$std"
            ;;
        esac
    )
}
