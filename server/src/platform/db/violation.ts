/** Whether PostgreSQL refused a row for a constraint or a unique index of this name. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint
}
