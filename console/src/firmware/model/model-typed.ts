import type { FirmwareModelDraft, FirmwareModelRow } from '@brigade/contract/firmware/firmware.model.ts'

/** The contents of the form of a firmware model. */
export type TypedModel = Omit<FirmwareModelDraft, 'productIds'> & { productIds: string[] }

export const nothingTyped: TypedModel = {
  name: '',
  code: '',
  type: 'single',
  hardwareModel: '',
  module: '',
  productIds: [],
  digest: 'SHA256',
  floor: '',
  needConfirm: false,
  remark: '',
}

export const typedModel = (row: FirmwareModelRow): TypedModel => ({
  name: row.name,
  code: row.code,
  type: row.type,
  hardwareModel: row.hardwareModel,
  module: row.module,
  productIds: row.products.map(({ id }) => id),
  digest: row.digest,
  floor: row.floor,
  needConfirm: row.needConfirm,
  remark: row.remark,
})
