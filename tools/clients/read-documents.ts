import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createConfig, lint } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import openapiTS, { astToString } from 'openapi-typescript'

/**
 * Runs public tools on an OpenAPI document. They are installed here, apart from ours, because one of them needs an
 * older TypeScript.
 */

const here = import.meta.dirname
const run = promisify(execFile)

/** A folder of its own in which the packages of this one are found. */
export async function toolFolder(): Promise<string> {
  const parent = join(here, '.made')
  await mkdir(parent, { recursive: true })
  return mkdtemp(join(parent, 'client-'))
}

/** Problems that a linter finds, and whether the document is one by the specification's own schema. */
export async function problemsOf(document: object, folder: string): Promise<string[]> {
  const path = join(folder, 'document.json')
  await writeFile(path, JSON.stringify(document))
  // The name of a domain is explained in our glossary, and a document of many calls is not a place to repeat it.
  const config = await createConfig({ extends: ['recommended'], rules: { 'tag-description': 'off' } })
  const linted = await lint({ ref: path, config })
  const { errors } = await new Validator().validate({ ...document })
  return [
    ...linted.map(({ ruleId, message, location: [at] }) => `${ruleId}: ${message} (${at?.pointer ?? ''})`),
    ...(errors === undefined || errors.length === 0 ? [] : [`schema: ${JSON.stringify(errors).slice(0, 400)}`]),
  ]
}

/** The types that the generator makes. */
export const typesOf = async (document: object): Promise<string> =>
  astToString(await openapiTS(JSON.stringify(document)))

/** Writes the sample client and the types that it uses into the folder. */
export async function writeSample(folder: string, types: Readonly<Record<'staff' | 'app', string>>): Promise<void> {
  await writeFile(join(folder, 'staff.d.ts'), types.staff)
  await writeFile(join(folder, 'app.d.ts'), types.app)
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await cp(join(here, 'sample/call-twenty.ts'), join(folder, 'call-twenty.ts'))
}

/** Compiles files of the folder with all of TypeScript's strict options. Returns the compiler's output. */
export async function compileStrictly(folder: string, files: readonly string[]): Promise<string> {
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--noEmit']
  const typeRoots = join(here, '../../node_modules/@types')
  const modern = ['--module', 'nodenext', '--target', 'es2022', '--types', 'node', '--typeRoots', typeRoots]
  const compiler = join(here, 'node_modules/typescript/bin/tsc')
  try {
    await run(process.execPath, [compiler, ...strict, ...modern, ...files], { cwd: folder })
    return ''
  } catch (error) {
    return typeof error === 'object' && error !== null && 'stdout' in error ? String(error.stdout) : String(error)
  }
}
