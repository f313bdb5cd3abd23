// The one function of this system library that Rust needs and Wine 8 lacks: random bytes. For tests only.

#include <windows.h>

#include <ntsecapi.h>

__declspec(dllexport) BOOL ProcessPrng(PBYTE data, SIZE_T size) {
    return RtlGenRandom(data, (ULONG)size);
}
