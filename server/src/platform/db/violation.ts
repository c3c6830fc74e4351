/** Whether PostgreSQL rejected a row because of the constraint or unique index of this name. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint
}
