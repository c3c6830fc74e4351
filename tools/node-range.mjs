// Plain JavaScript for any Node from 18 on: it is needed before any package is there.

/** @param {string} text @returns {number[]} */
const numbersOf = (text) => text.split('.').map(Number)

/** @param {number[]} one @param {number[]} other */
function isAtLeast(one, other) {
  for (let index = 0; index < 3; index += 1) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return true
}

/**
 * Whether a version of Node is in a range such as `^20.19.0 || >=22.12.0`. A range written in any other way counts as one
 * that it is not in.
 * @param {string} version @param {string} range
 */
export function satisfies(version, range) {
  const actual = numbersOf(version)
  return range.split('||').some((part) => {
    const [, sign, least] = /^\s*(\^|>=)\s*(\d+(?:\.\d+){0,2})\s*$/.exec(part) ?? []
    if (sign === undefined || least === undefined) return false
    const wanted = numbersOf(least)
    return isAtLeast(actual, wanted) && (sign === '>=' || actual[0] === wanted[0])
  })
}
