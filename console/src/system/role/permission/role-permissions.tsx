import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import type { RoleRow } from '@brigade/contract/system/role/role.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useWords } from '../../../platform/locale.ts'
import { ask } from '../../../platform/query.ts'
import { MissingPage } from '../../../shell/missing-page.tsx'
import { usePageTitle } from '../../../shell/page-title.ts'
import { Box, Text } from '../../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { HeadBones, HeadCard } from '../../../ui/page/head-card.tsx'
import { rolesHref } from '../role-address.ts'
import { RoleBadge, useKindsLine, useRoleName } from '../role-badge.tsx'
import { roleListText, roleText } from '../role.text.ts'
import { PermissionEditor } from './permission-editor.tsx'
import { permissionText } from './permission.text.ts'
import css from './permission.module.css'

/** The page of one role's permissions. It always starts from the server's current data. */
export function RolePermissions({ id }: { id: string }) {
  const r = useWords(roleText)
  const nameOf = useRoleName()
  const role = useQuery(ask(roleApi.detail, { id }, { quiet: true }))
  const menus = useQuery({ ...ask(roleApi.menus, { id }, { quiet: true }), refetchOnMount: 'always' })
  usePageTitle(role.data === undefined ? undefined : nameOf(role.data))
  const error = (role.data === undefined ? role.error : null) ?? (menus.data === undefined ? menus.error : null)
  if (error !== null && error.status === 404)
    return (
      <MissingPage title={error.message} back={{ href: rolesHref, label: r.backToList }}>
        {r.missing}
      </MissingPage>
    )
  if (error !== null)
    return (
      <ErrorPanel
        isScreen
        message={error.message}
        onRetry={() => {
          void role.refetch()
          void menus.refetch()
        }}
      />
    )
  if (role.data === undefined || menus.data === undefined || !menus.isFetchedAfterMount)
    return (
      <div aria-busy="true">
        <HeadBones figures={0} />
      </div>
    )
  return (
    <Box paddingBottom="24">
      <Head role={role.data} />
      <PermissionEditor role={role.data} menus={menus.data} />
    </Box>
  )
}

function Head({ role }: { role: RoleRow }) {
  const r = useWords(roleText)
  const l = useWords(roleListText)
  const w = useWords(permissionText)
  const nameOf = useRoleName()
  const kindsLine = useKindsLine()
  const why = role.holdsAll ? l.holdsAll : role.isOwn ? undefined : role.isBuiltIn ? l.ofProduct : l.ofAbove
  return (
    <>
      <HeadCard
        name={w.title({ name: nameOf(role) })}
        state={<RoleBadge enabled={role.enabled} />}
        facts={[
          <a key="list" href={rolesHref}>
            {r.backToList}
          </a>,
          role.isBuiltIn ? r.product : (role.organisation?.name ?? ''),
          kindsLine(role.kinds),
          r.accountsOf({ count: role.accounts }),
        ]}
      />
      {why === undefined ? null : (
        <Text.p margin="0 24 12" padding="8 12" radius="s" ground="warn-soft" tone="ink" className={css.notice}>
          {why}
        </Text.p>
      )}
      {role.enabled ? null : (
        <Text.p margin="0 24 12" padding="8 12" radius="s" ground="warn-soft" tone="ink" className={css.notice}>
          {w.disabledRole}
        </Text.p>
      )}
    </>
  )
}
