import { createFileRoute } from '@tanstack/react-router'
import { WallScreen } from './wall-screen.tsx'
import { wallSearch } from './wall-search.ts'

export const Route = createFileRoute('/data/dataWatchEn')({ validateSearch: wallSearch, component: DataWatchEn })

function DataWatchEn() {
  const { organisation } = Route.useSearch()
  return <WallScreen locale="en" organisation={organisation} />
}
