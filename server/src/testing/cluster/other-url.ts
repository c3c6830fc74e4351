/** The URL of another database of the same server, or of the same database with another user. */
export function otherUrl(databaseUrl: string, change: Readonly<{ database?: string; user?: string }>): string {
  const url = new URL(databaseUrl.replace(/^postgres:\/\/\//, 'postgres://x/'))
  if (change.database !== undefined) url.pathname = `/${change.database}`
  if (change.user !== undefined) url.searchParams.set('user', change.user)
  return url.href.replace('postgres://x/', 'postgres:///')
}
