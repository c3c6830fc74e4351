/** Addresses of the screens (spec 2). Ids are opaque. */
export const modelsPath = '/fota/firmware'
export const versionsPath = '/fota/dtu'
const historyPath = '/fota/dtu/history'
export const tasksPath = '/fota/task'

const addressOf = (path: string, query: Record<string, string>): string =>
  `${path}?${new URLSearchParams(query).toString()}`

export const modelHref = (id: string): string => addressOf(modelsPath, { id })

/** Parts of the screen of models. */
export const modelTabs = ['models', 'devices'] as const
export type ModelTab = (typeof modelTabs)[number]
export const modelTabHref = (tab: ModelTab): string => (tab === 'models' ? modelsPath : addressOf(modelsPath, { tab }))

type Reporting = { modelId: string; module: string; version: string }
/** The devices of a model that report a version of a module. */
export const devicesHref = (reporting: Reporting): string => addressOf(modelsPath, { tab: 'devices', ...reporting })

/** The address of one version, which opens beside its list. */
export const versionHref = ({ id, isArchived }: { id: string; isArchived: boolean }): string =>
  addressOf(isArchived ? historyPath : versionsPath, { id })

export const versionsOfModelHref = (modelId: string): string => addressOf(versionsPath, { modelId })

export const taskTabs = ['devices', 'events', 'approval'] as const
export type TaskTab = (typeof taskTabs)[number]

export const taskHref = (id: string, tab: TaskTab = 'devices'): string =>
  addressOf(`${tasksPath}/detail`, tab === 'devices' ? { id } : { id, tab })
