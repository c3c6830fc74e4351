import { isTest, isTypeScript, parse, problemAt, withoutComments } from './source-tree.ts'
import { importsOf } from './imports.ts'
import type { Problem, SourceFile } from './source-tree.ts'

/**
 * The specification's legacy words (docs/glossary.md) stay in URL paths, so that each thing has one word everywhere
 * else. Two places define paths: the contract and the console's routes. Pages, links to them (*-link.tsx,
 * *-address.ts), seeds (the menu tree) and tests repeat some.
 *
 * `tsl` is also the proper name of the Alink document format: it is allowed in thing-model/transfer/tsl*.ts, in files
 * that import those, and in that domain's texts about such files.
 */
const mayNamePaths = (path: string) =>
  path.startsWith('contract/src/') ||
  /(\.page\.tsx|\.seed\.ts|-link\.tsx|-address\.ts)$/.test(path) ||
  path.endsWith('/routes.ts') ||
  isTest(path) ||
  path.startsWith('e2e/') ||
  path.startsWith('bench/')

const legacyWord = /cookbook|fota|ice_?-?device/gi
const tslWord = /(?<![A-Za-z])tsl(?![a-z])|Tsl(?![a-z])|TSL/g
const tslFile = /\/thing-model\/(?:transfer\/)?tsl[a-z-]*(?:\.[a-z]+)*\.ts$/
/** The name of a setting, which operators know from the specification. */
const settingName = /\bFOTA_CONCURRENT\b/g
/** A path in quotes: `'/web/cookbook/page'`, with places as in `/fota/${id}`. */
const quotedPath = /(['"`])\/[^'"`\n]*\1/g

const handlesTsl = (file: SourceFile) =>
  tslFile.test(file.path) ||
  file.path.endsWith('/thing-model.text.ts') ||
  (isTypeScript(file.path) && importsOf(file).some(({ path }) => tslFile.test(path ?? '')))

export function checkLegacyWords(files: readonly SourceFile[]): Problem[] {
  const problems: Problem[] = []
  for (const file of files) {
    // These checks name the words themselves.
    if (file.path.startsWith('tools/')) continue
    if (isTypeScript(file.path) && parse(file).errors.length > 0) continue
    const code = withoutComments(file).replace(settingName, (name) => ' '.repeat(name.length))
    const text = mayNamePaths(file.path) ? code.replace(quotedPath, (path) => ' '.repeat(path.length)) : code
    const words = [...text.matchAll(legacyWord), ...(handlesTsl(file) ? [] : text.matchAll(tslWord))]
    for (const { index, 0: word } of words) {
      problems.push(
        problemAt(file, index, 'legacy-word', `"${word}" stays in URL paths: see docs/glossary.md for our word`),
      )
    }
    const inName = file.path.match(legacyWord)?.[0]
    if (inName !== undefined)
      problems.push({ path: file.path, line: 1, rule: 'legacy-word', message: `"${inName}" in a file's name` })
  }
  return problems
}
