import type { CustomerDetail } from '@brigade/contract/customer/customer.model.ts'
import { siteApi } from '@brigade/contract/customer/site.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { FactList } from '../../ui/page/fact-list.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import css from './customer-detail.module.css'
import { customerDetailText, customerFormText, customerText } from '../customer.text.ts'
import { useKeptKind } from '../kept-kind.ts'
import { organisationKindText } from '../organisation.text.ts'
import { useZoneWords } from '../../system/area-select.tsx'
import { Box, Stack, Text } from '../../ui/layout/layout.tsx'
import { SiteNow } from './site-now.tsx'
import { DetailBody } from '../../ui/page/detail-body.tsx'

/** Everything that was entered about the customer. */
export function CustomerOverview({ customer }: { customer: CustomerDetail }) {
  const kind = useKeptKind()
  const w = useWords(customerDetailText[kind])
  const c = useWords(customerText[kind])
  const f = useWords(customerFormText[kind])
  const kinds = useWords(organisationKindText)
  const zoneWords = useZoneWords()
  const { parent, note } = customer
  const isSite = kind === 'customer'
  const { isPending } = useQuery({ ...ask(siteApi.site, { id: customer.id }, { quiet: true }), enabled: isSite })
  // What the site says stands first, and would push down what was entered about it.
  if (isSite && isPending) return <Box minHeight="480" aria-busy="true" />
  const written = (
    <Panel title={c.note}>
      <Text.p padding="16" anywhere tone={note === '' ? 'ink-3' : undefined} className={css.note}>
        {note === '' ? w.noNote : note}
      </Text.p>
    </Panel>
  )
  return (
    <DetailBody>
      {isSite ? (
        <Stack gap="24" shrink>
          <SiteNow customer={customer} />
          {written}
        </Stack>
      ) : null}
      <Panel title={w.facts}>
        <FactList
          facts={[
            { key: 'name', label: c.name, value: customer.name },
            { key: 'parent', label: c.parent, value: parent === null ? '' : `${parent.name} · ${kinds[parent.kind]}` },
            { key: 'code', label: c.code, value: customer.code },
            { key: 'principal', label: c.principal, value: customer.principal },
            { key: 'contact', label: c.contact, value: customer.contact },
            { key: 'zone', label: c.zone, value: zoneWords(customer), wide: true },
            { key: 'address', label: c.address, value: customer.address, wide: true },
            {
              key: 'timeZone',
              label: c.timeZone,
              value: customer.timeZone === '' ? `${customer.zone} · ${f.installationZone}` : customer.timeZone,
              wide: true,
            },
            ...(kind === 'customer' ? [] : [{ key: 'below', label: c.below, value: formatNumber(customer.below) }]),
            ...(customer.disabledReason === ''
              ? []
              : [{ key: 'reason', label: c.reason, value: customer.disabledReason, wide: true }]),
            {
              key: 'added',
              label: c.added,
              value: <span className="time">{formatTime(customer.createdAt)}</span>,
            },
            {
              key: 'changed',
              label: c.changed,
              value: <span className="time">{formatTime(customer.updatedAt)}</span>,
            },
          ]}
        />
      </Panel>
      {isSite ? null : written}
    </DetailBody>
  )
}
