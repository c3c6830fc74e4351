import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { ReactNode } from 'react'
import type { Column } from '../../ui/data-table/column.ts'
import { detailHref, listPath } from './device-address.ts'

/** Leads to one device. */
export function DeviceLink({ kind, id, children }: { kind: DeviceKind; id: string; children: ReactNode }) {
  return <a href={detailHref(kind, id)}>{children}</a>
}

/** The serial number, which leads to the device: what a list of devices is known by. */
export const snColumn = <R,>(
  title: string,
  deviceOf: (row: R) => Readonly<{ kind: DeviceKind; id: string; sn: string }>,
  more: Partial<Column<R>> = {},
): Column<R> => ({
  key: 'sn',
  title,
  width: 150,
  identifies: true,
  sortable: true,
  cell: (row) => {
    const { kind, id, sn } = deviceOf(row)
    return (
      <DeviceLink kind={kind} id={id}>
        {sn}
      </DeviceLink>
    )
  },
  ...more,
})

/** Leads to the list of a kind, showing the devices of one customer. */
export function DevicesOfCustomerLink({
  kind,
  customerId,
  areOffline = false,
  children,
}: {
  kind: DeviceKind
  customerId: string
  /** Only those that are offline. */
  areOffline?: boolean
  children: ReactNode
}) {
  const query = new URLSearchParams({ customerId, ...(areOffline && { online: 'false' }) })
  return <a href={`${listPath[kind]}?${query.toString()}`}>{children}</a>
}

/** Leads to the list of a kind, showing the devices of one series, or of one of its models. */
export function DevicesOfProductLink({
  kind,
  seriesId,
  productId,
  children,
}: {
  kind: DeviceKind
  seriesId: string
  productId?: string
  children: ReactNode
}) {
  const query = new URLSearchParams({ seriesId, ...(productId === undefined ? {} : { productId }) })
  return <a href={`${listPath[kind]}?${query.toString()}`}>{children}</a>
}

/**
 * Links to the curves of a device over a span, for a refrigerator to its temperature with the limits if this is wanted.
 */
export function DeviceCurveLink({
  kind,
  id,
  span,
  isTemperature = false,
  children,
}: {
  kind: DeviceKind
  id: string
  /** ISO 8601. */
  span: Readonly<{ startTime: string; endTime: string }>
  isTemperature?: boolean
  children: ReactNode
}) {
  const href = `${detailHref(kind, id, isTemperature ? 'temperature' : 'history')}&${new URLSearchParams(span).toString()}`
  return <a href={href}>{children}</a>
}
