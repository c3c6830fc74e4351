import { Id } from '@brigade/contract/field.ts'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import { z } from 'zod'
import { useListSearch } from '../shell/use-list-search.ts'
import { RoleList } from './role/list/role-list.tsx'

export const Route = createFileRoute('/_signed-in/system/role')({ component: Roles })

/** The list of roles works without this chunk, so it loads on demand. */
const RolePermissions = lazy(() =>
  import('./role/permission/role-permissions.tsx').then((module) => ({ default: module.RolePermissions })),
)

/** Without an id the address shows the list, which reads the other parameters itself. */
const RolesSearch = z.object({ id: Id.optional() })

function Roles() {
  const [{ id }] = useListSearch(RolesSearch)
  if (id === undefined) return <RoleList />
  return (
    <Suspense fallback={<div aria-busy="true" />}>
      <RolePermissions key={id} id={id} />
    </Suspense>
  )
}
