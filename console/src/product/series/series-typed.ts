import type { DeviceKind, SeriesRow } from '@brigade/contract/product/product.model.ts'
import { typedNames, type TypedNames } from '../form/typed-names.ts'

export type TypedSeries = TypedNames & { code: string; kind: DeviceKind | undefined }

export const nothingTyped: TypedSeries = { 'name.en': '', 'name.zh': '', code: '', kind: undefined }
export const typedSeries = ({ name, code, kind }: SeriesRow): TypedSeries => ({ ...typedNames(name), code, kind })
