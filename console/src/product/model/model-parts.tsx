import type { ProductRow } from '@brigade/contract/product/product.model.ts'
import { DevicesOfProductLink } from '../../device/view/device-link.tsx'
import { useCan } from '../../platform/can.ts'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { modelText } from '../model.text.ts'

/** The key of a model, with a button that copies it. */
export function ProductKey({ value }: { value: string }) {
  const w = useWords(modelText)
  return (
    <Row.span inline gap="4" align="center">
      <span className="mono">{value}</span>
      <CopyButton text={value} label={w.copyKey} />
    </Row.span>
  )
}

/** Shows the number of devices of a model, as a link for accounts that may see them. */
export function DeviceCount({ product }: { product: Pick<ProductRow, 'id' | 'kind' | 'series' | 'devices'> }) {
  const can = useCan()
  const { id, kind, series, devices } = product
  if (devices === 0 || !can(`${kind}:view`)) return formatNumber(devices)
  return (
    <DevicesOfProductLink kind={kind} seriesId={series.id} productId={id}>
      {formatNumber(devices)}
    </DevicesOfProductLink>
  )
}
