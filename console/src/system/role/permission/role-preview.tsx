import { OrganisationKind } from '@brigade/contract/customer/organisation.model.ts'
import type { MenuEntry } from '@brigade/contract/session/session.model.ts'
import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useKindNames } from '../../../customer/organisation-kind-badge.tsx'
import { call } from '../../../platform/call.ts'
import { useLocale, useWords } from '../../../platform/locale.ts'
import { landingPath, screensOf } from '../../../platform/menus.ts'
import { MenuList } from '../../../shell/frame/menu-list.tsx'
import { menuName, pathTo } from '../../../shell/page-title.ts'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { useSettled } from '../../../ui/form/use-settled.ts'
import { Box, Grid, Row, Stack, Text } from '../../../ui/layout/layout.tsx'
import { EmptyPanel } from '../../../ui/page/empty-panel.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { permissionText } from './permission.text.ts'
import css from './preview.module.css'

type Props = {
  kinds: readonly OrganisationKind[]
  /** Rows that are ticked now, saved or not. */
  ids: readonly string[]
}

/** The side menu and the buttons that somebody with these ticks would see, before anything is saved. */
export function RolePreview({ kinds, ids }: Props) {
  const w = useWords(permissionText)
  const names = useKindNames()
  const [wanted, setWanted] = useState<OrganisationKind | null>(null)
  const kind = kinds.find((one) => one === wanted) ?? kinds[0] ?? 'platform'
  const settled = useSettled(ids, 150)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['preview of a role', kind, settled],
    queryFn: ({ signal }) => call(roleApi.preview, { kind, ids: [...settled] }, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    meta: { quiet: true },
  })
  return (
    <Box shrink className={css.preview}>
      <Panel title={w.preview}>
        <Box padding="8 16 12" borderBottom>
          <SelectField
            label={w.previewAs}
            bare
            options={kinds.map((one) => ({ value: one, label: names[one] }))}
            value={kind}
            onChange={(one) => setWanted(OrganisationKind.safeParse(one).data ?? null)}
          />
        </Box>
        <Grid overflow="auto" className={css.body} aria-busy={data === undefined || isFetching}>
          {error === null ? (
            data === undefined ? null : (
              <Previewed menus={data} />
            )
          ) : (
            <ErrorPanel message={error.message} onRetry={() => void refetch()} />
          )}
        </Grid>
      </Panel>
    </Box>
  )
}

function Previewed({ menus }: { menus: readonly MenuEntry[] }) {
  const w = useWords(permissionText)
  const locale = useLocale()
  const [chosen, setChosen] = useState<string | null>(null)
  const screens = screensOf(menus).map(({ entry }) => entry)
  const landing = screens.find(({ url }) => url === landingPath(menus))
  const current = screens.find(({ id }) => id === chosen) ?? landing
  if (landing === undefined || current === undefined)
    return <EmptyPanel icon="eye-off" title={w.nothingSeen} hint={w.nothingSeenHint} />
  // Includes what the side menu hides: the screen's buttons and the pages behind it.
  const whole = pathTo(menus, current.url).at(-1) ?? current
  return (
    <>
      <Row ground="canvas" shrink borderRight className={css.menu}>
        <MenuList label={w.previewMenu} menus={menus} path={current.url} onChoose={({ id }) => setChosen(id)} />
      </Row>
      <Stack flex gap="8" padding="12 16" shrink role="group" aria-label={menuName(current, locale)}>
        <Text.h3 size="s" weight="600">
          {menuName(current, locale)}
        </Text.h3>
        <Buttons entry={whole} />
        {pagesOf(whole).map((page) => (
          <div key={page.id}>
            <Text.h3 padding="4 0" size="s" weight="500" tone="ink-2">
              {menuName(page, locale)}
            </Text.h3>
            <Buttons entry={page} />
          </div>
        ))}
        <Text.p marginTop="auto" paddingTop="12" size="xs" tone="ink-3">
          {w.landing({ name: menuName(landing, locale) })}
        </Text.p>
      </Stack>
    </>
  )
}

const isUsable = ({ isPermission, state }: MenuEntry): boolean => isPermission === 'Y' && state === 'Y'

/** Pages behind a screen that the side menu does not show. */
const pagesOf = ({ childList }: MenuEntry): readonly MenuEntry[] =>
  childList
    .filter((entry) => isUsable(entry) && entry.isOperation === 'N')
    .flatMap((entry) => [...(entry.isMainMenu === 'N' ? [entry] : []), ...pagesOf(entry)])

function Buttons({ entry }: { entry: MenuEntry }) {
  const w = useWords(permissionText)
  const locale = useLocale()
  const buttons = entry.childList.filter((one) => isUsable(one) && one.isOperation === 'Y')
  if (buttons.length === 0)
    return (
      <Text.p size="xs" tone="ink-3">
        {w.noButtons}
      </Text.p>
    )
  return (
    <Row.ul gap="6" wrap className={css.buttons} aria-label={w.buttons}>
      {buttons.map((one) => (
        <Text.li key={one.id} border="line" radius="s" size="xs" tone="ink-2">
          {menuName(one, locale)}
        </Text.li>
      ))}
    </Row.ul>
  )
}
