import { isTypeScript, parse, problemAt, type Problem, type SourceFile } from '../source-tree.ts'

/** A check is silenced with its rule's name and a reason (docs/architecture.md, Boundaries 7). */

const lintOff = /^\s*(?:oxlint|eslint)-disable(?:-next-line|-line)?\b(.*)$/s
const typesOff = /^\s*@ts-(?:expect-error|ignore|nocheck)\b(.*)$/s
const reasonLength = 8

export function checkSuppressions(files: readonly SourceFile[]): Problem[] {
  const problems: Problem[] = []
  for (const file of files) {
    if (!isTypeScript(file.path)) continue
    for (const { value, start } of parse(file).comments) {
      const lint = lintOff.exec(value)?.[1]
      if (lint !== undefined) {
        const [rule = '', reason = ''] = lint.split(/\s--\s/)
        if (rule.trim() === '')
          problems.push(problemAt(file, start, 'suppression', 'name the rule that is switched off'))
        if (reason.trim().length < reasonLength)
          problems.push(problemAt(file, start, 'suppression', 'say why after " -- "'))
      }
      const types = typesOff.exec(value)?.[1]
      if (types !== undefined && types.replace(/^[\s:-]+/, '').trim().length < reasonLength) {
        problems.push(problemAt(file, start, 'suppression', 'say why behind it'))
      }
    }
  }
  return problems
}
