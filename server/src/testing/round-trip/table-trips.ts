import assert from 'node:assert/strict'
import { appUserApi } from '@brigade/contract/app-user/app-user.endpoints.ts'
import { appUserLimits } from '@brigade/contract/app-user/app-user.model.ts'
import { phoneApi } from '@brigade/contract/app-user/phone.endpoints.ts'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { importExportCalls } from '@brigade/contract/device/import-export/import-export.endpoints.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { faultCodeApi } from '@brigade/contract/fault/code.endpoints.ts'
import { faultLimits } from '@brigade/contract/fault/record.model.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { JobStarted } from '@brigade/contract/job/job.model.ts'
import { languageApi } from '@brigade/contract/product/language/language.endpoints.ts'
import { wordLimits } from '@brigade/contract/product/language/language.model.ts'
import { testPassword } from '../make-account.ts'
import { make } from '../make.ts'
import { makePerson } from '../person/make-person.ts'
import {
  checkedImport,
  ended,
  fileAt,
  tableFormats,
  tableRows,
  type Planted,
  type RoundTrip,
  type Sender,
} from './round-trip.ts'

/** The lists that are exported and imported as tables, by a check and an import. */

type Format = (typeof tableFormats)[number]
const formatOf = (format: string): Format => (format === 'csv' ? 'csv' : 'xlsx')
let planted = 0
const next = (): number => (planted += 1)

const customers: RoundTrip = {
  name: 'customers',
  takenBy: customerApi.checkImport,
  formats: tableFormats,
  longest: 60,
  plant: async (sender, wordings) => {
    const { app, token, put } = sender
    for (const words of wordings) {
      const draft = {
        name: words(60),
        principal: words(30),
        contact: words(40),
        address: words(120),
        note: words(120),
      }
      await put(app.ask(customerApi.add, draft, { token }))
    }
    return {
      export: (format) => fileAt(sender, customerApi.export, { format }),
      contentOf: tableRows,
      import: (bytes, format) =>
        checkedImport(
          sender,
          { check: customerApi.checkImport },
          (checkedJobId) => app.ask(customerApi.import, { checkedJobId }, { token }),
          { bytes, format },
        ),
    }
  },
}

type Kind = 'oven' | 'cooler'
async function addDevices({ app, token, put }: Sender, kind: Kind, wordings: Parameters<RoundTrip['plant']>[1]) {
  const product = await make.product(app, { kind })
  const added: string[] = []
  for (const words of wordings) {
    const sn = `TRIP-${next()}`
    const draft = { sn, name: words(60), mac: '', note: words(120), productId: product.id }
    if (await put(app.ask(recordCalls[kind].add, draft, { token }))) added.push(sn)
  }
  return { product, added }
}

const uninstalled = (kind: Kind): RoundTrip => ({
  name: `uninstalled ${kind}s`,
  takenBy: importExportCalls[kind].checkUninstalledImport,
  formats: tableFormats,
  longest: 60,
  plant: async (sender, wordings) => {
    const { app, token } = sender
    const calls = importExportCalls[kind]
    await addDevices(sender, kind, wordings)
    return {
      export: (format) => fileAt(sender, calls.exportUninstalled, { format }),
      contentOf: tableRows,
      import: (bytes, format) =>
        checkedImport(
          sender,
          { check: calls.checkUninstalledImport },
          (checkedJobId) => app.ask(calls.importUninstalled, { checkedJobId }, { token }),
          { bytes, format },
        ),
    }
  },
})

const installed = (kind: Kind): RoundTrip => ({
  name: `installed ${kind}s`,
  takenBy: importExportCalls[kind].checkImport,
  formats: tableFormats,
  longest: 60,
  plant: async (sender, wordings) => {
    const { app, token, put } = sender
    const calls = importExportCalls[kind]
    const { id: organisationId } = await make.organisation(app, { name: `Kitchen ${next()}` })
    for (const words of wordings)
      for (const keyword of (await addDevices(sender, kind, [words])).added) {
        const { list } = (await app.ask(deviceCalls[kind].uninstalled, { keyword }, { token })).envelope.data
        const id = list.find(({ sn }) => sn === keyword)?.id ?? ''
        const installation = {
          organisationId,
          place: words(60),
          address: words(120),
          installedAt: '2026-03-01T09:00:00.000Z',
          warrantyDays: 730,
        }
        await put(app.ask(recordCalls[kind].install, { ids: [id], installation }, { token }))
      }
    return {
      export: (format) => fileAt(sender, calls.export, { format }),
      contentOf: tableRows,
      import: (bytes, format) =>
        checkedImport(
          sender,
          { check: calls.checkImport },
          (checkedJobId) => app.ask(calls.import, { checkedJobId }, { token }),
          { bytes, format },
        ),
    }
  },
})

/** The file of a job that has ended. */
async function fileOfJob(sender: Sender, started: { envelope: { data: unknown } }): Promise<Buffer> {
  const { id, status, error } = await ended(sender, JobStarted.parse(started.envelope.data).jobId)
  assert.equal(status, 'succeeded', error)
  return fileAt(sender, jobApi.file, { id })
}

/** Files of triples contain no names, only serial numbers and secrets. */
const triples = (kind: Kind): RoundTrip => ({
  name: `triples of ${kind}s`,
  takenBy: importExportCalls[kind].checkTriples,
  formats: ['csv'],
  longest: 0,
  plant: async (sender) => {
    const { app, token } = sender
    const calls = importExportCalls[kind]
    await addDevices(sender, kind, [() => `Oven ${next()}`])
    const password = testPassword
    return {
      export: async () =>
        fileOfJob(sender, await app.ask(calls.exportTriples, { uninstalled: {}, password }, { token })),
      contentOf: tableRows,
      import: (bytes, format) =>
        checkedImport(
          sender,
          { check: calls.checkTriples },
          (checkedJobId) => app.ask(calls.importTriples, { checkedJobId, password }, { token }),
          { bytes, format },
        ),
    }
  },
})

const faultCodes: RoundTrip = {
  name: 'fault codes',
  takenBy: faultCodeApi.checkCodeImport,
  formats: tableFormats,
  longest: faultLimits.name,
  plant: async (sender, wordings) => {
    const { app, token, put } = sender
    const product = await make.product(app)
    for (const words of wordings) {
      const both = (max: number) => ({ en: words(max), zh: words(max) })
      const described = {
        severity: 'major',
        category: 'fan',
        name: both(faultLimits.name),
        partNumber: words(40),
        reason: both(faultLimits.remedy),
        remedy: both(faultLimits.remedy),
      } as const
      const code = { id: null, updatedAt: null, productId: product.id, identifier: 'Fault', code: `T${next()}` }
      await put(app.ask(faultCodeApi.saveCode, { ...code, ...described }, { token }))
    }
    return {
      export: (format) => fileAt(sender, faultCodeApi.exportCodes, { format }),
      contentOf: tableRows,
      import: (bytes, format) =>
        checkedImport(
          sender,
          { check: faultCodeApi.checkCodeImport },
          (checkedJobId) => app.ask(faultCodeApi.importCodes, { checkedJobId }, { token }),
          { bytes, format },
        ),
    }
  },
}

const productWords: RoundTrip = {
  name: 'words of a product',
  takenBy: languageApi.checkLanguageImport,
  formats: tableFormats,
  longest: wordLimits.text,
  plant: async (sender, wordings) => {
    const { app, token, put } = sender
    const { id: productId } = await make.product(app)
    const { words: there } = (await app.ask(languageApi.languageWords, { productId, language: 'ja' }, { token }))
      .envelope.data
    for (const language of ['ja', 'de'] as const)
      for (const [index, words] of wordings.entries()) {
        const wanted = { productId, language }
        const { updatedAt } = (await app.ask(languageApi.languageWords, wanted, { token })).envelope.data
        const texts = { [there[index]?.key ?? '']: words(wordLimits.text) }
        await put(app.ask(languageApi.saveLanguage, { ...wanted, texts, updatedAt }, { token }))
      }
    return {
      export: (format) => fileAt(sender, languageApi.exportLanguages, { productId, format }),
      contentOf: tableRows,
      import: (bytes, format) =>
        checkedImport(
          sender,
          { check: languageApi.checkLanguageImport, fields: { productId } },
          (checkedJobId) => app.ask(languageApi.importLanguages, { checkedJobId }, { token }),
          { bytes, format },
        ),
    }
  },
}

export async function plantPeople(sender: Sender, wordings: Parameters<RoundTrip['plant']>[1]): Promise<Planted> {
  const { app, token, put } = sender
  const settings = { locale: 'zh', units: 'metric', timeZone: '' } as const
  for (const words of wordings) {
    const person = await makePerson(app)
    const profile = { ...settings, nickname: words(appUserLimits.nickname) }
    await put(app.ask(phoneApi.updateProfile, profile, { token: person.token }))
  }
  return {
    export: async (format) => {
      const wanted = { format: formatOf(format), password: testPassword }
      return fileOfJob(sender, await app.ask(appUserApi.startContactExport, wanted, { token }))
    },
    contentOf: tableRows,
    import: (bytes, format) =>
      checkedImport(
        sender,
        { check: appUserApi.checkImport },
        (checkedJobId) => app.ask(appUserApi.import, { checkedJobId }, { token }),
        { bytes, format },
      ),
  }
}
const people: RoundTrip = {
  name: 'people of the app, with their contact',
  takenBy: appUserApi.checkImport,
  formats: tableFormats,
  longest: appUserLimits.nickname,
  plant: plantPeople,
}

const kinds = ['oven', 'cooler'] as const
export const tableTrips: readonly RoundTrip[] = [
  customers,
  ...kinds.flatMap((kind) => [installed(kind), uninstalled(kind), triples(kind)]),
  faultCodes,
  productWords,
  people,
]
