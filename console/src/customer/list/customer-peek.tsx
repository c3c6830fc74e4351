import type { CustomerRow } from '@brigade/contract/customer/customer.model.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../platform/can.ts'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { DevicesOfCustomerLink } from '../../device/view/device-link.tsx'
import { ask } from '../../platform/query.ts'
import { useZoneWords } from '../../system/area-select.tsx'
import { PeekFacts, type PeekFact } from '../../ui/data-table/peek-facts.tsx'
import { Stack, Text } from '../../ui/layout/layout.tsx'
import { CustomerBadge } from '../customer-badge.tsx'
import { customerPeekText, customerText } from '../customer.text.ts'
import { useKeptKind } from '../kept-kind.ts'

/** A customer as a site: whom to call, where it is, its devices and what is wrong with them. */
export function CustomerPeek({ customer }: { customer: CustomerRow }) {
  const c = useWords(customerText[useKeptKind()])
  const p = useWords(customerPeekText)
  const can = useCan()
  const zoneWords = useZoneWords()
  const { id, enabled, disabledReason, principal, contact } = customer
  const facts: readonly PeekFact[] = [
    {
      key: 'enabled',
      label: c.state,
      value: (
        <Stack gap="2">
          <CustomerBadge enabled={enabled} />
          {disabledReason === '' ? null : <Text tone="ink-3">{disabledReason}</Text>}
        </Stack>
      ),
    },
    { key: 'principal', label: c.principal, value: principal },
    { key: 'contact', label: c.contact, value: contact },
    { key: 'address', label: c.whereabouts, value: zoneWords(customer, customer.address) },
    ...DeviceKind.options
      .filter((kind) => can(`${kind}:view`))
      .map((kind) => ({ key: kind, label: p[kind], value: <Devices kind={kind} customerId={id} /> })),
    ...(can('fault:view') ? [{ key: 'faults', label: p.openFaults, value: <OpenFaults customerId={id} /> }] : []),
  ]
  return <PeekFacts facts={facts} />
}

function Devices({ kind, customerId }: { kind: DeviceKind; customerId: string }) {
  const p = useWords(customerPeekText)
  const { data, error } = useQuery(ask(deviceCalls[kind].totals, { customerId }, { quiet: true }))
  if (data === undefined) return error === null ? p.reading : p.unread
  if (data.all === 0) return p.none
  const of = { kind, customerId }
  return (
    <>
      <DevicesOfCustomerLink {...of}>{formatNumber(data.all)}</DevicesOfCustomerLink>
      {data.offline === 0 ? null : (
        <>
          {' · '}
          <DevicesOfCustomerLink {...of} areOffline>
            {p.offline({ n: formatNumber(data.offline) })}
          </DevicesOfCustomerLink>
        </>
      )}
    </>
  )
}

function OpenFaults({ customerId }: { customerId: string }) {
  const p = useWords(customerPeekText)
  const { data, error } = useQuery(
    ask(faultApi.page, { customerId, type: 'all', open: true, pageNum: 1, pageSize: 10 }, { quiet: true }),
  )
  if (data === undefined) return error === null ? p.reading : p.unread
  if (data.total === 0) return p.none
  return data.totalCapped === true ? `${formatNumber(data.total)}+` : formatNumber(data.total)
}
