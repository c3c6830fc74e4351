import assert from 'node:assert/strict'
import { firmwareDeviceApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import { ListedDevices } from '@brigade/contract/firmware/upgrade-device.model.ts'
import { recipeLanguageApi } from '@brigade/contract/recipe/language.endpoints.ts'
import { TextsImported } from '@brigade/contract/recipe/language.model.ts'
import { filingApi } from '@brigade/contract/recipe/filing.endpoints.ts'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { recipeLimits } from '@brigade/contract/recipe/recipe.model.ts'
import { RecipeFile } from '@brigade/contract/recipe/recipe-file.model.ts'
import { ModelImported, modelFormats } from '@brigade/contract/thing-model/model-draft.model.ts'
import { readyMadeModels } from '@brigade/contract/thing-model/ready-made/ready-made-models.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import { thingModelLimits } from '@brigade/contract/thing-model/thing-model.model.ts'
import { readArchive, readEntry } from '../../platform/zip/read-archive.ts'
import { make } from '../make.ts'
import { makeKitchen, textsOf, type Kitchen } from '../recipe/make-recipe.ts'
import { ended, fileAt, tableFormats, tableRows, uploaded } from './round-trip.ts'
import type { RoundTrip, Sender, Wording } from './round-trip.ts'

/** Round trips that do not consist of a check and an import: recipes, their texts, thing models, lists of devices. */

/** A Chinese character counts three of the 48 that a name may have. */
const recipeName = 16

async function addRecipe(kitchen: Kitchen, { app, token, put }: Sender, words: Wording): Promise<string | undefined> {
  const added = await app.ask(filingApi.addCategory, { names: { zh: words(recipeName) } }, { token })
  await put(Promise.resolve(added))
  const sort = { kind: 'mass' as const, unit: 'g' as const, allergens: [] }
  const ingredient = await app.ask(filingApi.addIngredient, { names: { de: words(recipeName) }, ...sort }, { token })
  await put(Promise.resolve(ingredient))
  const texts = (stage: Wording) =>
    textsOf(words(recipeName), words(recipeLimits.description), { 1: stage(recipeLimits.description) })
  const draft = kitchen.draft({
    texts: { zh: texts(words), en: texts(words) },
    ...(added.status === 200 ? { categoryId: added.envelope.data.id } : {}),
    ...(ingredient.status === 200
      ? { ingredients: [{ ingredientId: ingredient.envelope.data.id, unit: 'g', measure: 100 }] }
      : {}),
  })
  const answer = await app.ask(recipeApi.add, draft, { token })
  return (await put(Promise.resolve(answer))) ? answer.envelope.data.id : undefined
}

/** They are in an organisation of their own, because a category's name is unique within one. */
async function addRecipes(all: Sender, wordings: readonly Wording[]): Promise<{ sender: Sender; ids: string }> {
  const { id: organisationId } = await make.organisation(all.app)
  const kitchen = await makeKitchen(all.app, { organisationId })
  const sender = { ...all, token: kitchen.token }
  const ids: string[] = []
  for (const words of wordings) {
    const id = await addRecipe(kitchen, sender, words)
    if (id !== undefined) ids.push(id)
  }
  return { sender, ids: ids.join() }
}

const recipes: RoundTrip = {
  name: 'recipes',
  takenBy: recipeApi.import,
  formats: ['json'],
  longest: recipeName,
  plant: async (all, wordings) => {
    const { sender, ids } = await addRecipes(all, wordings)
    return {
      export: () => fileAt(sender, recipeApi.export, { ids }),
      contentOf: (bytes) => Promise.resolve([bytes.toString()]),
      import: async (bytes, format) => {
        const at = async (dryRun: string) =>
          uploaded(sender, recipeApi.import, { bytes, format, fields: { dryRun } }, RecipeFile.imported)
        const dry = await at('true')
        const { added, updated, refused } = await at('false')
        assert.deepEqual([dry.added, dry.updated, dry.refused], [added, updated, refused])
        return { changed: added + updated, refused: refused.map(({ index, why }) => ({ at: `recipe ${index}`, why })) }
      },
    }
  },
}

const recipeTexts: RoundTrip = {
  name: 'texts of recipes, with the names of their categories and ingredients',
  takenBy: recipeLanguageApi.importTexts,
  formats: tableFormats,
  longest: recipeName,
  plant: async (all, wordings) => {
    const { sender, ids } = await addRecipes(all, wordings)
    const takes = recipeLanguageApi.importTexts
    return {
      export: (format) => fileAt(sender, recipeLanguageApi.exportTexts, { ids, format }),
      contentOf: tableRows,
      import: async (bytes, format) => {
        const dry = await uploaded(sender, takes, { bytes, format, fields: { dryRun: 'true' } }, TextsImported)
        const fields = { dryRun: 'false' }
        const { jobId } = await uploaded(sender, takes, { bytes, format, fields }, TextsImported)
        const job = await ended(sender, jobId ?? '')
        assert.equal(job.status, 'succeeded', job.error)
        return {
          changed: dry.changed,
          refused: job.errors.map(({ row, column, message }) => ({ at: `${row} ${column}`, why: message })),
        }
      },
    }
  },
}

/** A document of another maker, with names of its own in every place that has one. */
function documentOf(wordings: readonly Wording[]) {
  const { nameLength, descriptionLength } = thingModelLimits
  const specs = { min: '0', max: '300', step: '1' }
  const of = (words: Wording, index: number) => ({
    property: {
      identifier: `Value${index}`,
      name: words(nameLength),
      desc: words(descriptionLength),
      accessMode: 'rw',
      required: false,
      dataType: { type: 'int', specs: { ...specs, unit: words(16), unitName: words(16) } },
    },
    choice: {
      identifier: `Choice${index}`,
      name: words(nameLength),
      accessMode: 'r',
      required: false,
      dataType: { type: 'enum', specs: { 0: words(64), 1: words(64) } },
    },
    event: {
      identifier: `Event${index}`,
      name: words(nameLength),
      type: 'info',
      required: false,
      method: `thing.event.Event${index}.post`,
      outputData: [
        { identifier: 'Part', name: words(nameLength), dataType: { type: 'text', specs: { length: '64' } } },
      ],
    },
  })
  const all = wordings.map(of)
  return {
    profile: { productKey: 'a1Else' },
    properties: all.flatMap(({ property, choice }) => [property, choice]),
    events: all.map(({ event }) => event),
    services: [],
  }
}

async function zipTexts(bytes: Buffer): Promise<string[]> {
  const limits = { maxEntries: 300, maxUnfoldedBytes: 1e7, maxRatio: 500 }
  const entries = [...readArchive(bytes, limits).values()]
  return Promise.all(entries.map(async (entry) => `${entry.name} ${(await readEntry(bytes, entry)).toString()}`))
}

const thingModels: RoundTrip = {
  name: 'a thing model',
  takenBy: thingModelApi.import,
  formats: modelFormats.filter((format) => format !== 'modbus'),
  longest: thingModelLimits.nameLength,
  plant: async (sender, wordings) => {
    const { app, put } = sender
    const { id: productId } = await make.product(app, { model: null })
    const take = (bytes: Buffer, dryRun: string) => {
      const given = { bytes, format: 'json', fields: { productId, dryRun } }
      return uploaded(sender, thingModelApi.import, given, ModelImported)
    }
    const taken: Wording[] = []
    for (const words of wordings) {
      const { problems } = await take(Buffer.from(JSON.stringify(documentOf([words]))), 'true')
      const status = problems.length === 0 ? 200 : 422
      if (await put(Promise.resolve({ status, envelope: problems }))) taken.push(words)
    }
    await take(Buffer.from(JSON.stringify(documentOf(taken))), 'false')
    return {
      export: (format) => fileAt(sender, thingModelApi.export, { productId, version: 'draft', format }),
      contentOf: (bytes) =>
        bytes.toString('latin1', 0, 2) === 'PK' ? zipTexts(bytes) : Promise.resolve([bytes.toString()]),
      import: async (bytes) => {
        const { changes, problems } = await take(bytes, 'true')
        const refused = problems.map(({ file, path, message }) => ({ at: `${file} ${path}`, why: message }))
        if (problems.length === 0) await take(bytes, 'false')
        return { refused, changed: changes.length }
      },
    }
  },
}

const registers: RoundTrip = {
  name: 'registers of a thing model',
  takenBy: thingModelApi.import,
  formats: ['modbus'],
  longest: 0,
  plant: async (sender) => {
    const { id: productId } = await make.product(sender.app, {
      model: readyMadeModels['modbus-dtu'],
      protocol: 'modbusRtu',
    })
    const take = (bytes: Buffer, dryRun: string) => {
      const given = { bytes, format: 'json', fields: { productId, dryRun } }
      return uploaded(sender, thingModelApi.import, given, ModelImported)
    }
    // An import is into the draft, which begins with it.
    await take(await fileAt(sender, thingModelApi.export, { productId, format: 'modbus' }), 'false')
    return {
      export: (format) => fileAt(sender, thingModelApi.export, { productId, version: 'draft', format }),
      contentOf: (bytes) => Promise.resolve([bytes.toString()]),
      import: async (bytes) => {
        const { changes, problems } = await take(bytes, 'true')
        await take(bytes, 'false')
        return { refused: problems.map(({ path, message }) => ({ at: path, why: message })), changed: changes.length }
      },
    }
  },
}

/** A list of devices is read, and only names those that a task reaches. */
const listedDevices: RoundTrip = {
  name: 'devices with their firmware',
  takenBy: firmwareDeviceApi.readList,
  formats: ['xlsx'],
  longest: 0,
  plant: async (sender) => {
    for (const name of ['One', 'Two']) await make.device(sender.app, { name, installed: false })
    return {
      export: () => fileAt(sender, firmwareDeviceApi.exportDevices, {}),
      contentOf: tableRows,
      import: async (bytes, format) => {
        const { found, unknown, repeated, unreadable, bad } = await uploaded(
          sender,
          firmwareDeviceApi.readList,
          { bytes, format },
          ListedDevices,
        )
        assert.equal(found, (await tableRows(bytes)).length - 1)
        const refused = bad.map(({ row, sn, why }) => ({ at: `${row} ${sn}`, why }))
        return { refused, changed: unknown + repeated + unreadable }
      },
    }
  },
}

export const documentTrips: readonly RoundTrip[] = [recipes, recipeTexts, thingModels, registers, listedDevices]
