import { Id } from '@brigade/contract/field.ts'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { useListSearch } from '../shell/use-list-search.ts'
import { VersionScreen } from './version/version-screen.tsx'

export const Route = createFileRoute('/_signed-in/fota/dtu/history')({ component: ArchivedVersions })

/** The version that is open beside the list; the list itself reads the rest of the address. */
const Place = z.object({ id: Id.optional() })

function ArchivedVersions() {
  const [{ id }, change] = useListSearch(Place)
  return <VersionScreen key="archived" of="archived" id={id} onOpen={(opened) => change({ id: opened })} />
}
