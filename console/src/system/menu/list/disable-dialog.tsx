import { menuApi } from '@brigade/contract/system/menu/menu.endpoints.ts'
import type { MenuImpact, MenuNode } from '@brigade/contract/system/menu/menu.model.ts'
import { operationCodes } from '@brigade/contract/system/operation-codes.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../platform/call.ts'
import { formatNumber } from '../../../platform/format.ts'
import { useLocale, useWords } from '../../../platform/locale.ts'
import { ConfirmAction } from '../../../ui/dialog/confirm-action.tsx'
import { Box, Grid, Row, Text } from '../../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { ScrollRegion } from '../../../ui/page/scroll-region.tsx'
import css from './menu.module.css'
import { menuActionText, menuWords } from '../menu-screen.text.ts'
import { useRowName } from '../use-row-name.ts'

type Props = { row: MenuNode | null; onClose: () => void; onConfirm: (row: MenuNode) => Promise<void> }

/** Before a row is disabled: the operations that people lose with it, and how many roles, accounts and sessions that concerns. */
export function DisableDialog({ row, onClose, onConfirm }: Props) {
  const w = useWords(menuActionText)
  const m = useWords(menuWords)
  const nameOf = useRowName()
  const id = row?.id ?? ''
  // Read for each question, because it must be true on confirming. No write makes it stale.
  const { data, error, refetch } = useQuery({
    queryKey: ['impact of a menu row', id],
    queryFn: () => call(menuApi.impact, { id }, { quiet: true }),
    enabled: row !== null,
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  })
  return (
    <ConfirmAction
      title={row === null ? '' : w.disableTitle({ name: nameOf(row) })}
      isOpen={row !== null}
      onClose={onClose}
      confirmLabel={m.disable}
      danger
      waitsFor={data === undefined ? (error?.message ?? w.counting) : undefined}
      onConfirm={async () => (row === null ? undefined : onConfirm(row))}
    >
      <p>{w.disableAtOnce}</p>
      {data !== undefined ? (
        <Impact impact={data} />
      ) : error === null ? (
        <p aria-busy="true">{w.counting}</p>
      ) : (
        <ErrorPanel message={error.message} onRetry={() => void refetch()} />
      )}
    </ConfirmAction>
  )
}

function Impact({ impact }: { impact: MenuImpact }) {
  const w = useWords(menuActionText)
  const locale = useLocale()
  const { codes, screens, roles, accounts, sessions } = impact
  return (
    <>
      <Grid.dl margin="12 0" border="line" radius="m" overflow="hidden" ground="line" className={css.impact}>
        {Object.entries({ screens, roles, accounts, sessions } as const).map(([key, count]) => (
          <Box key={key} padding="8 12" ground="paper">
            <Text.dt size="xs" tone="ink-3">
              {{ screens: w.screens, roles: w.roles, accounts: w.accounts, sessions: w.sessions }[key]}
            </Text.dt>
            <Text.dd size="l" weight="600">
              {formatNumber(count)}
            </Text.dd>
          </Box>
        ))}
      </Grid.dl>
      {codes.length === 0 ? (
        <p>{w.nobodyLoses}</p>
      ) : (
        <>
          <Text.p weight="500">{w.codesLost}</Text.p>
          <ScrollRegion className={css.codes} label={w.codesLost}>
            <ul>
              {codes.map(({ code, accounts: losers }) => {
                const known = operationCodes.get(code)
                return (
                  <Row.li key={code} gap="12">
                    <span>{known === undefined ? code : `${known.noun[locale]} · ${known.verb[locale]}`}</span>
                    <span>{w.lost({ count: losers })}</span>
                  </Row.li>
                )
              })}
            </ul>
          </ScrollRegion>
        </>
      )}
    </>
  )
}
