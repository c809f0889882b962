/* Stands in for a library of Windows that Wine 8 lacks. Rust's standard library asks it for random bytes. */
#include <windows.h>
/* After windows.h, whose types it needs. */
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) {
  return RtlGenRandom(data, (ULONG)size);
}
