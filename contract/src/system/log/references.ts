import type { Words } from '../../locale.ts'
import type { RecordType } from './log.model.ts'

/**
 * Kinds of records that have a name in the log: a column of a changed row may refer to them, or they are the changed
 * row.
 */
const namedKinds = [
  'organisation',
  'account',
  'role',
  'menu',
  'product_series',
  'product',
  'thing_model',
  'device',
  'recipe',
  'recipe_category',
  'ingredient',
  'firmware_model',
  'firmware_version',
  'upgrade_list',
  'upgrade_task',
  'fault_code',
  'fault_cause',
  'push_task',
  'message_target',
  'console_opening',
  'wall_link',
  'part',
  'file',
  'device_kind',
] as const
export type NamedKind = (typeof namedKinds)[number]

/** Columns that refer to the same in every record. */
const common: Readonly<Record<string, NamedKind>> = {
  organisation_id: 'organisation',
  from_organisation_id: 'organisation',
  channel_id: 'organisation',
  account_id: 'account',
  creator_id: 'account',
  updated_by: 'account',
  published_by: 'account',
  removed_by: 'account',
  uploader_id: 'account',
  archiver_id: 'account',
  approver_id: 'account',
  alone_by: 'account',
  approved_by: 'account',
  started_by: 'account',
  editor_ids: 'account',
  role_id: 'role',
  menu_id: 'menu',
  series_id: 'product_series',
  product_id: 'product',
  product_ids: 'product',
  device_id: 'device',
  device_ids: 'device',
  recipe_id: 'recipe',
  category_id: 'recipe_category',
  ingredient_id: 'ingredient',
  model_id: 'firmware_model',
  version_ids: 'firmware_version',
  list_id: 'upgrade_list',
  file_id: 'file',
  avatar_file_id: 'file',
  image_file_id: 'file',
  picture_file_id: 'file',
  logo_file_id: 'file',
}
const own: Readonly<Record<string, NamedKind>> = {
  'organisation.parent_id': 'organisation',
  'menu.parent_id': 'menu',
  'product.kind': 'device_kind',
  'product_series.category': 'device_kind',
}
/** Columns whose name resembles a reference: the number of a call occurs only in the lines of the log. */
export const noReferences: ReadonlySet<string> = new Set(['operation_erased.operation_id'])

/** The kind of record that a column refers to; undefined if it is not a reference. */
export const referenceOf = (recordType: string, column: string): NamedKind | undefined =>
  own[`${recordType}.${column}`] ?? common[column]

/** The same for a member of a value in JSON, such as `organisationId`. */
export const referenceOfMember = (member: string): NamedKind | undefined =>
  common[member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]

/**
 * The kinds of a composite key's parts, in the order of the key. A text is shown unchanged. A record with an id of its
 * own has its own kind.
 */
export const keyOfRecord: Readonly<Record<RecordType, readonly (NamedKind | 'text')[]>> = {
  organisation: ['organisation'],
  organisation_product: ['organisation', 'product'],
  console_opening: ['console_opening'],
  account: ['account'],
  account_notify: ['account'],
  two_step: ['account'],
  role: ['role'],
  role_menu: ['role', 'menu'],
  menu: ['menu'],
  product_series: ['product_series'],
  product: ['product'],
  product_template: ['product', 'text'],
  product_config: ['product', 'text'],
  product_language: ['product', 'text'],
  thing_model: ['thing_model'],
  device: ['device'],
  chain_kept: ['text'],
  operation_erased: ['text'],
  part_list: ['organisation'],
  part: ['part'],
  // A person of the phone app has no name here: nothing of the chain would have to be erased with them.
  app_user: ['text'],
  app_version: ['text', 'text'],
  push_task: ['push_task'],
  message_target: ['message_target'],
  fault_code: ['fault_code'],
  fault_cause: ['fault_cause'],
  recipe: ['recipe'],
  recipe_text: ['recipe', 'text'],
  recipe_category: ['recipe_category'],
  recipe_target: ['recipe', 'organisation'],
  ingredient: ['ingredient'],
  firmware_model: ['firmware_model'],
  firmware_version: ['firmware_version'],
  upgrade_task: ['upgrade_task'],
  upgrade_list: ['upgrade_list'],
  statistic_target: ['organisation', 'text'],
  wall_setting: ['organisation'],
  wall_link: ['wall_link'],
}

/** Replaces a name that the reader may not see, and that of a deleted file. */
export const foreignNames: Readonly<Partial<Record<NamedKind, Words>>> = {
  organisation: { en: 'Another organisation', zh: '其他组织' },
  account: { en: 'Staff of another organisation', zh: '其他组织人员' },
}
export const goneFile: Words = { en: 'A file that is no longer kept', zh: '已不再保留的文件' }
/** Replaces a number or a value that is hidden. */
export const hiddenValue = '***'

/** The columns that refer to something, for their words on screen. */
export const referenceColumns: readonly string[] = [
  ...Object.keys(common),
  ...Object.keys(own).map((place) => place.slice(place.indexOf('.') + 1)),
]
