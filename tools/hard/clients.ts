import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestApp, type TestApp } from '@brigade/server/testing/start-app.ts'
import { z } from 'zod'
import { must, mustHave, NotToBeHad, runIn } from './clients/registries.ts'
import { serveTokens } from './clients/tokens.ts'

/**
 * Public generators of Python and Go make clients of our API documents, which are built and call a running server; schemathesis tries all
 * reads and writes with inputs made from the documents. The TypeScript client is in the suite (tools/clients).
 */

const versions = {
  'openapi-python-client': '0.29.1',
  schemathesis: '4.32.5',
  'recipe-scrapers': '15.13.0',
  'oapi-codegen': 'v2.8.2',
  ogen: 'v1.24.0',
} as const

export const clientDefaults = { examples: 20 }

const Document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ responses: z.looseObject({}) }))),
})
type Document = z.output<typeof Document>
const documents = { staff: '/api/openapi.json', app: '/api/app/openapi.json' } as const
type Name = keyof typeof documents
const names = ['staff', 'app'] as const satisfies readonly Name[]

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** A stream has no end that a caller could wait for. */
function withoutStreams(document: Document): Document {
  const isStream = (operation: unknown) => JSON.stringify(operation).includes('text/event-stream')
  const paths = Object.entries(document.paths).map(([path, operations]) => [
    path,
    Object.fromEntries(Object.entries(operations).filter(([, operation]) => !isStream(operation))),
  ])
  const kept: unknown = Object.fromEntries(paths)
  return Document.parse({ ...document, paths: kept })
}

const fileOf = (folder: string, name: Name) => join(folder, `${name}.json`)

/** Python's packages, in a folder of their own. */
async function havePython(folder: string): Promise<string> {
  const python = join(folder, 'python')
  await mustHave('Python', runIn(folder, ['python3', '-m', 'venv', python]))
  const wanted = (['openapi-python-client', 'schemathesis', 'recipe-scrapers'] as const).map(
    (name) => `${name}==${versions[name]}`,
  )
  await mustHave('PyPI', runIn(folder, [join(python, 'bin/pip'), 'install', '-q', ...wanted]))
  return join(python, 'bin')
}

const pythonCalls = `
import os
from brigade_client import AuthenticatedClient
from brigade_client.api.session import session_user
from brigade_client.api.customer import customer_list
from brigade_client.api.product import product_list
from brigade_client.models import CustomerListPageSize
client = AuthenticatedClient(base_url=os.environ["BASE_URL"], token=os.environ["TOKEN"], prefix="")
print(session_user.sync(client=client).data.account)
print(customer_list.sync(client=client, page_size=CustomerListPageSize.VALUE_25).data.page_size)
print(product_list.sync(client=client).data.total)
`

/** Prints how a common reader of schema.org understands each recipe: the number of its steps, and its minutes. */
const readRecipes = `
import json, sys
from recipe_scrapers import scrape_html
def read(recipe):
    page = '<html><head><script type="application/ld+json">' + json.dumps(recipe) + '</script></head></html>'
    found = scrape_html(page, org_url="https://brigade.example/recipe", supported_only=False)
    # How long a recipe takes that ends by the core temperature is not said, and asking for it is an error there.
    return [len(found.instructions_list()), found.total_time() if "totalTime" in recipe else None]
print(json.dumps([read(recipe) for recipe in json.load(open(sys.argv[1], encoding="utf-8"))]))
`

const Exported = z.array(
  z.object({
    totalTime: z.string().optional(),
    recipeInstructions: z.array(
      z.object({ additionalProperty: z.array(z.object({ propertyID: z.string(), value: z.number() })) }),
    ),
  }),
)

/** Every demo recipe has as many steps and minutes for a common reader as it has stages and minutes. */
async function tryRecipes({ folder, url, token }: Place): Promise<void> {
  await writeFile(join(folder, 'read_recipes.py'), readRecipes)
  const headers = { authorization: await token() }
  const Page = z.object({ data: z.object({ list: z.array(z.object({ id: z.string() })) }) })
  const asked = await fetch(`${url}/api/web/cookbook/page?pageSize=80`, { headers })
  const ids = Page.parse(await asked.json()).data.list.map(({ id }) => id)
  const query = `ids=${ids.join(',')}&kind=schema.org&language=en`
  const text = await (await fetch(`${url}/api/web/cookbook/export?${query}`, { headers })).text()
  const expected = Exported.parse(JSON.parse(text)).map(({ totalTime, recipeInstructions }) => {
    const settings = recipeInstructions.flatMap(({ additionalProperty }) => additionalProperty)
    const times = settings.filter(({ propertyID }) => propertyID === 'minutes').map(({ value }) => value)
    return [recipeInstructions.length, totalTime === undefined ? null : times.reduce((sum, time) => sum + time, 0)]
  })
  await writeFile(join(folder, 'recipes.jsonld'), text)
  const python = join(folder, 'python/bin/python')
  const { output } = await must('recipe-scrapers', runIn(folder, [python, 'read_recipes.py', 'recipes.jsonld']))
  const got = z.array(z.tuple([z.number(), z.number().nullable()])).parse(JSON.parse(output))
  const wrong = got.findIndex((each, at) => JSON.stringify(each) !== JSON.stringify(expected[at]))
  if (wrong !== -1 || got.length !== expected.length)
    throw new Error(
      `recipe-scrapers reads ${JSON.stringify(got[wrong])} where there are ${JSON.stringify(expected[wrong])}`,
    )
  say(
    `schema.org: recipe-scrapers ${versions['recipe-scrapers']}: ${got.length} recipes, each with its steps and minutes`,
  )
}

type Place = Readonly<{ folder: string; url: string; token: () => Promise<string> }>

async function tryPython({ folder, url, token }: Place): Promise<void> {
  const bin = await havePython(folder)
  for (const name of names) {
    const out = join(folder, `python-${name}`)
    const generate = [
      join(bin, 'openapi-python-client'),
      'generate',
      '--path',
      fileOf(folder, name),
      '--output-path',
      out,
    ]
    const config = join(folder, 'python.yml')
    await writeFile(
      config,
      JSON.stringify({ content_type_overrides: fileTypes, project_name_override: 'brigade-client' }),
    )
    const { output } = await must(`Python's generator (${name})`, runIn(folder, [...generate, '--config', config]))
    const warnings = output.match(/^WARNING.*$/gm) ?? []
    for (const warning of warnings) say(`  openapi-python-client: ${warning}`)
    if (warnings.length > 0) throw new Error(`${warnings.length} calls are left out by Python's generator`)
    await must('Python', runIn(out, [join(bin, 'python'), '-m', 'compileall', '-q', '.']))
  }
  await writeFile(join(folder, 'python-staff/calls.py'), pythonCalls)
  const env = { BASE_URL: url, TOKEN: await token() }
  const { output } = await must(
    'The Python client',
    runIn(join(folder, 'python-staff'), [join(bin, 'python'), 'calls.py'], { env }),
  )
  say(
    `Python: openapi-python-client ${versions['openapi-python-client']}: both documents, three calls: ${output.trim().replaceAll('\n', ', ')}`,
  )
}

/** All files are read as bytes, because this generator knows only one type of them. */
const fileTypes = Object.fromEntries(
  ['image/png', 'image/jpeg', 'image/webp', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'].map(
    (type) => [type, 'application/octet-stream'],
  ),
)

const goCalls = `package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
)

func main() {
	sign := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", os.Getenv("TOKEN"))
		return nil
	}
	client, err := NewClientWithResponses(os.Getenv("BASE_URL"), WithRequestEditorFn(sign))
	if err != nil {
		panic(err)
	}
	user, err := client.SessionUserWithResponse(context.Background())
	if err != nil || user.JSON200 == nil {
		panic(fmt.Sprint(err, user.StatusCode()))
	}
	fmt.Println(user.JSON200.Data.Account)
}
`

async function tryGo({ folder, url, token }: Place): Promise<void> {
  const env = { GOBIN: join(folder, 'gobin') }
  const packages = [
    `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${versions['oapi-codegen']}`,
    `github.com/ogen-go/ogen/cmd/ogen@${versions.ogen}`,
  ]
  for (const wanted of packages) await mustHave('Go', runIn(folder, ['go', 'install', wanted], { env }))
  for (const name of names) {
    const out = join(folder, `go-${name}`)
    await mkdir(out)
    const generate = ['-generate', 'types,client', '-package', name === 'staff' ? 'main' : 'api', '-o', 'api.gen.go']
    await must(
      `oapi-codegen (${name})`,
      runIn(out, [join(env.GOBIN, 'oapi-codegen'), ...generate, fileOf(folder, name)]),
    )
    if (name === 'staff') await writeFile(join(out, 'main.go'), goCalls)
    await must('Go', runIn(out, ['go', 'mod', 'init', 'brigade.example/client']))
    await mustHave('Go’s modules', runIn(out, ['go', 'mod', 'tidy']))
    await must(`The Go client (${name})`, runIn(out, ['go', 'build', '-o', 'client', '.']))
  }
  const called = await must(
    'The Go client',
    runIn(join(folder, 'go-staff'), ['./client'], { env: { BASE_URL: url, TOKEN: await token() } }),
  )
  say(`Go: oapi-codegen ${versions['oapi-codegen']}: both documents, one call: ${called.output.trim()}`)
  // ogen leaves out, or stops at, parts of OpenAPI 3.1 that it does not know (exclusive bounds, streams): these are
  // printed, and do not count as our faults.
  await writeFile(join(folder, 'ogen.yml'), JSON.stringify({ generator: { ignore_not_implemented: ['all'] } }))
  for (const name of names) {
    const args = [
      '--config',
      'ogen.yml',
      '--target',
      `ogen-${name}`,
      '--package',
      'api',
      '--clean',
      fileOf(folder, name),
    ]
    const { code } = await runIn(folder, [join(env.GOBIN, 'ogen'), ...args])
    say(`Go: ogen ${versions.ogen}, ${name}: ${code === 0 ? 'generated' : 'cannot read OpenAPI 3.1 bounds'}`)
  }
}

async function trySchemathesis({ folder, url }: Place, tokensUrl: string, examples: number): Promise<boolean> {
  const bin = join(folder, 'python/bin')
  await cp(join(import.meta.dirname, 'clients/schemathesis_hooks.py'), join(folder, 'schemathesis_hooks.py'))
  let holds = true
  for (const name of names) {
    const checks = 'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance'
    const args = [
      'run',
      fileOf(folder, name),
      '--url',
      url,
      '--checks',
      checks,
      '--phases',
      'examples,coverage,fuzzing',
    ]
    const seed = process.env['CLIENTS_SEED'] ?? '1'
    const how = [
      '-n',
      String(examples),
      '--seed',
      seed,
      '--no-shrink',
      '--continue-on-failure',
      '--suppress-health-check',
      'all',
      '--warnings',
      'off',
    ]
    const env = {
      SCHEMATHESIS_HOOKS: 'schemathesis_hooks',
      TOKENS_URL: tokensUrl,
      PYTHONPATH: folder,
      CLIENTS_SEED: seed,
    }
    const { code } = await runIn(folder, [join(bin, 'schemathesis'), ...args, ...how], { env, isLoud: true })
    if (code !== 0) holds = false
  }
  return holds
}

/** A language whose registry is unreachable is named and left out. */
async function unlessMissing(work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NotToBeHad) {
      say(`Not run: ${error.message}`)
      return true
    }
    say(error instanceof Error ? error.message : String(error))
    return false
  }
}

async function tryAll(app: TestApp, folder: string, examples: number): Promise<boolean> {
  const tokens = await serveTokens(app)
  const token = async () => (await fetch(`${tokens.url}/staff`)).text()
  const place = { folder, url: app.url, token }
  const read = async (name: Name) => Document.parse(await (await fetch(app.url + documents[name])).json())
  try {
    for (const name of names) await writeFile(fileOf(folder, name), JSON.stringify(await read(name)))
    const parts = [
      () =>
        tryPython(place)
          .then(() => tryRecipes(place))
          .then(() => true),
      () => tryGo(place).then(() => true),
    ]
    const held = []
    for (const part of parts) held.push(await unlessMissing(part))
    for (const name of names) await writeFile(fileOf(folder, name), JSON.stringify(withoutStreams(await read(name))))
    held.push(await unlessMissing(() => trySchemathesis(place, tokens.url, examples)))
    return held.every(Boolean)
  } finally {
    tokens.stop()
  }
}

/** Clients of other languages, and inputs made from the documents. */
export async function tryClients({ examples }: Readonly<{ examples: number }>): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'brigade-clients-'))
  const app = await startTestApp({ roles: ['api'], settings: { DEMO: 'on' } })
  try {
    return await tryAll(app, folder, examples)
  } finally {
    await app.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
