/** `ENOENT`, `EACCES` … of a failed system call, the SQLSTATE of what PostgreSQL refused. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
