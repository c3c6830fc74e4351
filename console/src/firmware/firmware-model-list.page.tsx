import { Id } from '@brigade/contract/field.ts'
import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { z } from 'zod'
import { useListSearch } from '../shell/use-list-search.ts'
import { modelTabs } from './firmware-address.ts'
import { ModelScreen } from './model/model-screen.tsx'

export const Route = createFileRoute('/_signed-in/fota/firmware')({ component: FirmwareModels })

/** The model that is open beside the list; the list itself reads the rest of the address. */
const Place = z.object({ id: Id.optional(), tab: z.enum(modelTabs).default('models') })

function FirmwareModels() {
  const [{ id, tab }, change] = useListSearch(Place)
  const onOpen = useCallback((opened: string | undefined) => change({ id: opened }), [change])
  return <ModelScreen tab={tab} id={id} onOpen={onOpen} />
}
