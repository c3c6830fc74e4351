import { createFileRoute } from '@tanstack/react-router'
import { NotFoundPage } from '../shell/not-found.tsx'
import { useListSearch } from '../shell/use-list-search.ts'
import { DetailSearch } from './detail/detail-search.ts'
import { DeviceDetailScreen } from './detail/device-detail.tsx'

export const Route = createFileRoute('/_signed-in/iceDevice/list/detail')({ component: Cooler })

function Cooler() {
  const [{ id, tab }] = useListSearch(DetailSearch)
  return id === undefined ? <NotFoundPage /> : <DeviceDetailScreen key={id} kind="cooler" id={id} tab={tab} />
}
