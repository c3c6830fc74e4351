/**
 * Versions are compared without a leading V, part by part, as numbers: `1.2.0` equals `V01.02.00`. A version that is not made of numbers
 * equals only itself. The database function `version_parts` does the same.
 */
const comparable = /^[vV]?\d{1,9}(?:\.\d{1,9}){0,7}$/

export function versionParts(version: string): readonly number[] | undefined {
  const text = version.trim()
  return comparable.test(text) ? text.replace(/^[vV]/, '').split('.').map(Number) : undefined
}

export const isComparable = (version: string): boolean => versionParts(version) !== undefined

/**
 * Negative if `a` is lower; undefined if the two cannot be compared. Of two versions with equal first parts, the one
 * with fewer parts is lower.
 */
export function compareVersions(a: string, b: string): number | undefined {
  const [left, right] = [versionParts(a), versionParts(b)]
  if (left === undefined || right === undefined) return isSameText(a, b) ? 0 : undefined
  for (const [at, part] of left.entries()) {
    const other = right[at]
    if (other === undefined) return 1
    if (part !== other) return part - other
  }
  return left.length - right.length
}

const isSameText = (a: string, b: string) => a.trim() === b.trim()

/** Whether a device that reports `reported` has `target`. */
export const isSameVersion = (reported: string, target: string): boolean => compareVersions(reported, target) === 0

export const versionRelations = ['higher', 'equal', 'lower', 'notComparable', 'unknown'] as const
export type VersionRelation = (typeof versionRelations)[number]

/** The relation of a reported version to a target; null: the device never reported one. */
export function relationOf(reported: string | null, target: string): VersionRelation {
  if (reported === null || reported.trim() === '') return 'unknown'
  const order = compareVersions(reported, target)
  if (order === undefined) return 'notComparable'
  if (order === 0) return 'equal'
  return order > 0 ? 'higher' : 'lower'
}
