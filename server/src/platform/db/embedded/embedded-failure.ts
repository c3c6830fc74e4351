/** The embedded PostgreSQL cannot be had; the message is one line for the person who starts the program. */
export class EmbeddedPostgresFailed extends Error {
  override name = 'EmbeddedPostgresFailed'
}

/** `ENOENT`, `EACCES` … of a failed system call. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
