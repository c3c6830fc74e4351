import { isTestSupport, isTypeScript, problemAt, walk, type Problem, type SourceFile } from '../source-tree.ts'

/**
 * Every file that the product writes names who may read it: without a mode, everybody with an account on the machine
 * may. Almost all files are for the program alone (`privateMode`).
 */

const writers = new Set(['writeFile', 'writeFileSync', 'appendFile', 'appendFileSync', 'createWriteStream'])
const openers = new Set(['open', 'openSync'])
const writes = /^\(\s*[^,]+,\s*'[wa]/s
const namesMode = /\bmode\b|\bprivateMode\b|\b0o[0-7]{3}\b/

export function checkFileModes(files: readonly SourceFile[]): Problem[] {
  const problems: Problem[] = []
  for (const file of files) {
    if (!/^(server|simulator)\//.test(file.path) || !isTypeScript(file.path) || isTestSupport(file.path)) continue
    if (!/from 'node:fs(\/promises)?'/.test(file.text)) continue
    walk(file, {
      CallExpression({ callee, start, end }) {
        if (callee.type !== 'Identifier') return
        const given = file.text.slice(callee.end, end)
        const isWriting = writers.has(callee.name) || (openers.has(callee.name) && writes.test(given))
        if (isWriting && !namesMode.test(given))
          problems.push(problemAt(file, start, 'file-mode', `${callee.name}() without a mode: who may read the file?`))
      },
    })
  }
  return problems
}
