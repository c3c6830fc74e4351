import type { CustomerDetail } from '@brigade/contract/customer/customer.model.ts'
import { siteApi } from '@brigade/contract/customer/site.endpoints.ts'
import type { SiteSummary } from '@brigade/contract/customer/site.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { ColdChainLink } from '../../cold-chain/cold-chain-link.tsx'
import { formatDay, formatNumber, formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { FactList, type Fact } from '../../ui/page/fact-list.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { detailHref } from '../customer-address.ts'
import { siteText } from '../site.text.ts'

/** The present state of a customer: devices, faults, cold chain, warranty, people, recipes; and the firmware of its devices. */
export function SiteNow({ customer }: { customer: CustomerDetail }) {
  const w = useWords(siteText)
  const { data, error, refetch } = useQuery(ask(siteApi.site, { id: customer.id }, { quiet: true }))
  const facts = useFacts(customer)
  const columns = useColumns()
  if (data === undefined && error !== null) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  return (
    <>
      <Panel title={w.title}>
        <div aria-busy={data === undefined}>
          <FactList facts={facts(data)} />
        </div>
      </Panel>
      {data === undefined || data.firmware === null ? null : (
        <Panel title={w.firmware}>
          <PlainTable
            label={w.firmware}
            columns={columns}
            rows={data.firmware}
            rowKey={({ productId, version }) => `${productId} ${version}`}
            maxHeight={320}
            empty={
              <Text.p padding="16" tone="ink-3">
                {w.noDevices}
              </Text.p>
            }
          />
        </Panel>
      )}
    </>
  )
}

const sentence = (parts: readonly (string | false | null)[]): string =>
  parts.filter((part) => part !== false && part !== null).join(', ')

/** A figure that the role may not see is marked as such, not shown as zero. */
function useFacts({ id }: CustomerDetail): (site: SiteSummary | undefined) => readonly Fact[] {
  const w = useWords(siteText)
  return (site) => {
    const known = <T,>(part: T | null | undefined, show: (part: T) => ReactNode): ReactNode =>
      part === undefined ? '' : part === null ? <Text tone="ink-3">{w.notSeen}</Text> : show(part)
    return [
      {
        key: 'machines',
        label: w.machines,
        value: known(site?.machines, ({ all, online, faulty, disabled, neverSeen }) => (
          <a href={detailHref(id, 'devices')}>
            {sentence([
              w.machinesOf({ online, all }),
              faulty !== null && faulty > 0 && w.faulty({ count: faulty }),
              disabled > 0 && w.disabled({ count: disabled }),
              neverSeen > 0 && w.neverSeen({ count: neverSeen }),
            ])}
          </a>
        )),
      },
      {
        key: 'faults',
        label: w.faults,
        value: known(site?.faults, ({ faults, alarms, oldest }) =>
          faults + alarms === 0 ? (
            w.noFaults
          ) : (
            <a href={detailHref(id, 'faults')}>
              {sentence([
                w.faultsOf({ faults, alarms }),
                oldest !== null && w.oldest({ time: formatTime(oldest).slice(0, 16) }),
              ])}
            </a>
          ),
        ),
      },
      {
        key: 'cold',
        label: w.coldChain,
        value: known(site?.faults, ({ excursions }) => <ColdChain id={id} excursions={excursions} />),
      },
      {
        key: 'warranty',
        label: w.warranty,
        value: known(site?.warranty, ({ inForce, over, unknown, endsSoon, nextEnd }) =>
          sentence([
            w.warrantyOf({ inForce, over }),
            unknown > 0 && w.warrantyUnknown({ count: unknown }),
            endsSoon > 0 && w.endsSoon({ count: endsSoon }),
            nextEnd !== null && w.nextEnd({ day: formatDay(nextEnd) }),
          ]),
        ),
      },
      {
        key: 'people',
        label: w.people,
        value: known(site?.people, ({ staff, appUsers }) =>
          sentence([staff !== null && w.staff({ count: staff }), w.appUsers({ count: appUsers })]),
        ),
      },
      {
        key: 'recipes',
        label: w.recipes,
        value: known(site?.recipes, ({ held, failing, dishes30Days }) =>
          sentence([
            w.held({ count: held }),
            failing > 0 && w.failing({ count: failing }),
            w.dishes({ count: dishes30Days }),
          ]),
        ),
      },
    ]
  }
}

type Firmware = NonNullable<SiteSummary['firmware']>[number]

function useColumns(): readonly Column<Firmware>[] {
  const w = useWords(siteText)
  const locale = useLocale()
  return useMemo(
    () => [
      { key: 'model', title: w.model, least: 120, cell: ({ product }) => product[locale] },
      {
        key: 'version',
        title: w.version,
        width: 104,
        align: 'end',
        cell: ({ version }) => (version === '' ? <Text tone="ink-3">{w.notReported}</Text> : version),
      },
      { key: 'devices', title: w.count, width: 72, align: 'end', cell: ({ devices }) => formatNumber(devices) },
    ],
    [w, locale],
  )
}

/** How many excursions last, and the way to the cold chain of this site. */
function ColdChain({ id, excursions }: { id: string; excursions: number }) {
  const w = useWords(siteText)
  return (
    <Row.span inline gap="12" wrap>
      {excursions === 0 ? <span>{w.noExcursion}</span> : <Text tone="bad">{w.excursions({ count: excursions })}</Text>}
      <ColdChainLink customerId={id}>{w.openColdChain}</ColdChainLink>
    </Row.span>
  )
}
