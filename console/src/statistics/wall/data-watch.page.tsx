import { createFileRoute } from '@tanstack/react-router'
import { WallScreen } from './wall-screen.tsx'
import { wallSearch } from './wall-search.ts'

export const Route = createFileRoute('/data/dataWatch')({ validateSearch: wallSearch, component: DataWatch })

function DataWatch() {
  const { organisation } = Route.useSearch()
  return <WallScreen locale="zh" organisation={organisation} />
}
