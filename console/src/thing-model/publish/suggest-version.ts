/**
 * What a version may be called: the last one with its middle number raised, or its first where something breaks. A name of
 * another form is followed by the version's own number.
 */
export function suggestVersion(last: Readonly<{ name: string; version: number }> | null, isBreaking: boolean): string {
  if (last === null) return '1.0.0'
  const [, major = '', minor = ''] = /^(\d{1,6})\.(\d{1,6})(?:\.\d+)?$/.exec(last.name) ?? []
  if (major === '') return `${last.version + 1}.0.0`
  return isBreaking ? `${Number(major) + 1}.0.0` : `${major}.${Number(minor) + 1}.0`
}
