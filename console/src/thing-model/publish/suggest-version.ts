/**
 * Suggests the next version: it raises the middle number, or the first number for a breaking change. A name in another form gets
 * the sequence number of the version as its suffix.
 */
export function suggestVersion(last: Readonly<{ name: string; version: number }> | null, isBreaking: boolean): string {
  if (last === null) return '1.0.0'
  const [, major = '', minor = ''] = /^(\d{1,6})\.(\d{1,6})(?:\.\d+)?$/.exec(last.name) ?? []
  if (major === '') return `${last.version + 1}.0.0`
  return isBreaking ? `${Number(major) + 1}.0.0` : `${major}.${Number(minor) + 1}.0`
}
