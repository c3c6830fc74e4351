import { createHash } from 'node:crypto'
import { heldLines, OvenDocument, ovenAnswers } from '@brigade/contract/recipe/oven-document.model.ts'
import { recipeFunctions, recipesListed } from '@brigade/contract/thing-model/ready-made/recipe-module.ts'
import { chanceOf, happens, pick, wholeBetween, type Chance } from '../../random.ts'
import type { Answer, Call } from '../call/calls.ts'
import { settledStage, type Program } from './programs.ts'

/**
 * A recipe that an oven keeps. A received one is kept unchanged, byte for byte; one that was made at the oven has no
 * document.
 */
export type KeptRecipe = Readonly<{ id: string; version: number; own: boolean; document: string | null }>

/** How it handles received recipes: correctly, with no space left, or refusing all. */
export const shelfMoods = ['accept', 'full', 'refuse', 'damage'] as const
export type ShelfMood = (typeof shelfMoods)[number]

/** A programme to cook, with the recipe it belongs to. */
export type Cookable = Readonly<{ program: Program; id: string; version: number; preheatC: number | null }>

/** The recipes of one oven. */
export type RecipeShelf = Readonly<{
  /** Undefined for a call of another part. Saving takes as long as the download of the document. */
  obey: (call: Call) => Answer | Promise<Answer> | undefined
  values: () => Record<string, unknown>
  cookable: (id: string, version: number) => Cookable | undefined
  /** Something that it was sent, by chance. */
  any: (chance: Chance) => Cookable | undefined
  /** It was sent this one. */
  keep: (recipe: KeptRecipe) => void
  /** Forgets all: a factory reset. */
  forget: () => void
  setMood: (mood: ShelfMood) => void
  kept: () => readonly KeptRecipe[]
  life: () => readonly KeptRecipe[]
}>

const places = 60
const refusedByMood = 5010
const patienceMs = 20_000

/** Languages of panels, as ovens are sold. */
const panels = ['zh,en', 'zh,en', 'en,zh', 'zh', 'en,de,fr,es,it,zh'] as const

/** Recipes that the kitchen created itself; in one oven of twelve they nearly fill the storage. */
function ownAtFirst(chance: Chance): KeptRecipe[] {
  const count = happens(chance, 1 / 12) ? places - 2 : wholeBetween(chance, 0, 3)
  return Array.from({ length: count }, (_, at) => ({ id: `P-${at + 1}`, version: 1, own: true, document: null }))
}

export function recipeShelf(seed: string, saved: unknown, panel?: string): RecipeShelf {
  const chance = chanceOf(`${seed}:recipes`)
  const ofSeed = pick(chance, panels)
  const languages = panel ?? ofSeed
  let recipes: readonly KeptRecipe[] = readKept(saved) ?? ownAtFirst(chance)
  let digest: Readonly<{ of: readonly KeptRecipe[]; hex: string }> | undefined
  let mood: ShelfMood = 'accept'
  const room = () => Math.max(0, mood === 'full' ? 0 : places - recipes.length)
  const sent = () => recipes.filter(({ own }) => !own)

  function keep(recipe: KeptRecipe): void {
    recipes = [...recipes.filter(({ id }) => id !== recipe.id), recipe]
  }

  /** Documents are parsed once, because a month of cooking uses the same few again and again. */
  const read = new WeakMap<KeptRecipe, Cookable | undefined>()
  function readAgain(kept: KeptRecipe): Cookable | undefined {
    if (!read.has(kept)) read.set(kept, cookableOf(kept, languages))
    return read.get(kept)
  }

  async function save(params: Call['params']): Promise<Answer> {
    const [id, version] = [String(params['Id']), Number(params['Version'])]
    if (mood === 'refuse') return { code: refusedByMood, message: 'refused' }
    if (room() === 0 && !recipes.some((kept) => kept.id === id))
      return { code: ovenAnswers.full, message: 'no place left' }
    // The call is repeated if its answer was lost: an existing recipe is not fetched again.
    const here = recipes.find((kept) => !kept.own && kept.id === id && kept.version === version)?.document ?? null
    if (here !== null && isGenuine(Buffer.from(here), params))
      return { code: ovenAnswers.done, data: { Version: version, Room: room() } }
    const bytes = await fetched(String(params['Url']))
    if (bytes === undefined) return { code: ovenAnswers.fetchFailed, message: 'could not fetch' }
    if (mood === 'damage' || !isGenuine(bytes, params)) return { code: ovenAnswers.damaged, message: 'wrong digest' }
    const document = readDocument(bytes.toString('utf8'))
    if (document?.id !== id || document.version !== version)
      return { code: ovenAnswers.damaged, message: 'not the recipe' }
    keep({ id, version, own: false, document: bytes.toString('utf8') })
    return { code: ovenAnswers.done, data: { Version: version, Room: room() } }
  }

  function remove(params: Call['params']): Answer {
    const id = String(params['Id'])
    // The server does not delete recipes that the kitchen created itself.
    recipes = recipes.filter((kept) => kept.own || kept.id !== id)
    return { code: ovenAnswers.done, data: { Room: room() } }
  }

  function list(params: Call['params']): Answer {
    const from = (Number(params['Page']) - 1) * recipesListed
    const page = recipes.slice(from, from + recipesListed)
    const Recipes = page.map(({ id, version, own }) => ({ Id: id, Version: version, Own: own ? 1 : 0 }))
    return { code: ovenAnswers.done, data: { Total: recipes.length, Room: room(), Recipes } }
  }

  return {
    obey: ({ identifier, params }) => {
      if (identifier === recipeFunctions.save) return save(params)
      if (identifier === recipeFunctions.remove) return remove(params)
      return identifier === recipeFunctions.list ? list(params) : undefined
    },
    values: () => {
      // The digest is read at each report, but the recipes seldom change.
      if (digest?.of !== recipes)
        digest = { of: recipes, hex: createHash('sha256').update(heldLines(sent())).digest('hex') }
      return { [recipeFunctions.heldDigest]: digest.hex, [recipeFunctions.languages]: languages }
    },
    cookable: (id, version) => {
      const kept = sent().find((one) => one.id === id && one.version === version)
      return kept === undefined ? undefined : readAgain(kept)
    },
    any: (of) => {
      const [first, ...others] = sent()
      return first === undefined ? undefined : readAgain(pick(of, [first, ...others]))
    },
    keep,
    forget: () => {
      recipes = []
    },
    setMood: (wanted) => {
      mood = wanted
    },
    kept: () => recipes,
    life: () => recipes,
  }
}

async function fetched(url: string): Promise<Buffer | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(patienceMs) })
    return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined
  } catch {
    return undefined
  }
}

const isGenuine = (bytes: Buffer, params: Call['params']): boolean =>
  bytes.length === Number(params['Size']) && createHash('sha256').update(bytes).digest('hex') === params['Sign']

function readDocument(text: string): OvenDocument | undefined {
  try {
    return OvenDocument.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** The recipe as panels show it: in the first of its languages. */
function cookableOf({ id, version, document }: KeptRecipe, languages: string): Cookable | undefined {
  const read = document === null ? undefined : readDocument(document)
  if (read === undefined) return undefined
  const stages = read.stages.flatMap((stage) => settledStage(stage) ?? [])
  if (stages.length !== read.stages.length) return undefined
  const language = languages.split(',').find((one) => Object.hasOwn(read.texts, one))
  const texts = Object.entries(read.texts).find(([key]) => key === language) ?? Object.entries(read.texts)[0]
  // Text of at most 64 bytes in its model.
  const name = [...(texts?.[1].name ?? id)].slice(0, 21).join('')
  return {
    id,
    version,
    preheatC: read.preheatC,
    program: { id: Number(id.replaceAll(/\D/g, '')) % 10_000, name, stages },
  }
}

function readKept(saved: unknown): KeptRecipe[] | undefined {
  if (!Array.isArray(saved)) return undefined
  return saved.flatMap((one: unknown): KeptRecipe[] => {
    if (typeof one !== 'object' || one === null || !('id' in one && 'version' in one && 'own' in one)) return []
    const document = 'document' in one && typeof one.document === 'string' ? one.document : null
    return [{ id: String(one.id), version: Number(one.version), own: one.own === true, document }]
  })
}
