/** The code of an error: `ENOENT`, `EACCES` … of a system call, the SQLSTATE of PostgreSQL. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
