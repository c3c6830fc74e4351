import '../../../console/src/theme.css'
import '../../../console/src/base.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useLocale } from '../../../console/src/platform/locale.ts'
import '../../../console/src/platform/scheme.ts'
import { parseSearch, stringifySearch } from '../../../console/src/platform/address/url-search.ts'
import { fixedSource, optionSource, type CascadeSource } from '../../../console/src/ui/field/cascade/cascade-source.ts'
import { isFiltered, type Filter, type SearchPatch } from '../../../console/src/ui/search-form/filter.ts'
import { SearchForm } from '../../../console/src/ui/search-form/search-form.tsx'

/** Every kind of filter in the real form, over rows of the page's own: for the kinds that no screen uses yet. */

type Row = { name: string; kind: string; day: string; menu: string; course: string; dish: string; chef: string }
type Search = Partial<Record<keyof Row | 'year' | 'startTime' | 'endTime' | 'stall' | 'broken', string>>

const rows: readonly Row[] = [
  { name: 'Bread', kind: 'oven', day: '2026-03-10', menu: 'm1', course: 'c1', dish: 'd1', chef: '1' },
  { name: 'Duck', kind: 'oven', day: '2026-11-19', menu: 'm1', course: 'c2', dish: 'd2', chef: '2' },
  { name: 'Sorbet', kind: 'cooler', day: '2025-07-01', menu: 'm2', course: 'c3', dish: 'd3', chef: '61' },
]

const dishes = fixedSource(
  ['test', 'dishes'],
  ['Menu', 'Course', 'Dish'],
  [
    {
      value: 'm1',
      label: 'Lunch',
      children: [
        { value: 'c1', label: 'Starters', children: [{ value: 'd1', label: 'Bread and butter' }] },
        { value: 'c2', label: 'Mains', children: [{ value: 'd2', label: 'Roast duck' }] },
      ],
    },
    {
      value: 'm2',
      label: 'Dinner',
      children: [{ value: 'c3', label: 'Desserts', children: [{ value: 'd3', label: 'Sorbet of the day' }] }],
    },
  ],
)

const chefs = Array.from({ length: 80 }, (_, index) => ({ value: String(index + 1), label: `Chef ${index + 1}` }))
/** Answers as a server does: the first 50, those that contain the text, or the one of a value. */
const staff = optionSource(['test', 'chefs'], async (_client, { typed = '', value }) => {
  await answered()
  const found = chefs.filter((chef) => (value === undefined ? chef.label.includes(typed) : chef.value === value))
  return found.slice(0, 50)
})

/** Answers when the test allows it, and fails when the test requires it. */
const slow: CascadeSource = {
  key: ['test', 'slow'],
  levels: 2,
  children: async (_client, above) => {
    await gate('children')
    return above.length === 0
      ? [{ value: 'a', label: 'First', hasChildren: true }]
      : [{ value: 'b', label: 'Second', hasChildren: false }]
  },
  trail: async (_client, chosen) => {
    await gate('trail')
    return [
      { value: 'a', label: 'First', hasChildren: true },
      { value: 'b', label: 'Second', hasChildren: false },
    ].slice(0, chosen.length)
  },
  find: async () => {
    await gate('find')
    return []
  },
}

declare global {
  interface Window {
    /** Behaviour of the slow source for its next answers. */
    slowly: Record<string, 'answer' | 'wait' | 'fail' | undefined>
  }
}
window.slowly = {}
const answered = () => new Promise((resolve) => setTimeout(resolve, 20))
async function gate(call: string): Promise<void> {
  await answered()
  while (window.slowly[call] === 'wait') await answered()
  if (window.slowly[call] === 'fail') throw new Error('As the test wants it')
}

const english = {
  name: 'Name',
  kind: 'Made in',
  oven: 'An oven',
  cooler: 'A cooler',
  between: 'Between',
  day: 'Day',
  year: 'Year',
  dish: 'Dish',
  chef: 'Chef',
  slow: 'Slow',
}
const chinese: typeof english = {
  name: '名称',
  kind: '制作设备',
  oven: '烤箱',
  cooler: '制冷设备',
  between: '起止日期',
  day: '日期',
  year: '年份',
  dish: '菜品',
  chef: '厨师',
  slow: '缓慢',
}

function useFilters(): readonly Filter<keyof Search>[] {
  const w = useLocale() === 'zh' ? chinese : english
  return [
    { kind: 'text', name: 'name', label: w.name },
    {
      kind: 'select',
      name: 'kind',
      label: w.kind,
      options: [
        { value: 'oven', label: w.oven },
        { value: 'cooler', label: w.cooler },
      ],
    },
    { kind: 'date-range', from: 'startTime', to: 'endTime', label: w.between },
    { kind: 'date', name: 'day', label: w.day },
    { kind: 'year', name: 'year', label: w.year },
    { kind: 'cascader', names: ['menu', 'course', 'dish'], label: w.dish, source: dishes },
    { kind: 'remote-select', name: 'chef', label: w.chef, source: staff },
    { kind: 'cascader', names: ['stall', 'broken'], label: w.slow, source: slow },
  ]
}

const fits = (row: Row, search: Search): boolean =>
  row.name.toLowerCase().includes((search.name ?? '').toLowerCase()) &&
  (['kind', 'day', 'menu', 'course', 'dish', 'chef'] as const).every((key) => (search[key] ?? row[key]) === row[key]) &&
  row.day.startsWith(search.year ?? '') &&
  (search.startTime ?? '') <= `${row.day}T12` &&
  `${row.day}T12` <= (search.endTime ?? '9')

function Page() {
  const [search, setSearch] = useState<Search>(() => parseSearch(location.search))
  const filters = useFilters()
  const change = (patch: SearchPatch<Search> & { pageNum?: undefined }): void => {
    const next = { ...search, ...patch }
    history.pushState(null, '', location.pathname + stringifySearch(next))
    setSearch(parseSearch(stringifySearch(next)))
  }
  return (
    <main>
      <h1>Filter kinds</h1>
      <SearchForm name="kinds" filters={filters} search={search} onSearch={change} />
      <ul data-filtered={isFiltered(filters, search)}>
        {rows
          .filter((row) => fits(row, search))
          .map(({ name }) => (
            <li key={name}>{name}</li>
          ))}
      </ul>
      <div id="overlays" />
    </main>
  )
}

const client = new QueryClient()
const root = document.getElementById('root')
if (root !== null)
  createRoot(root).render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  )
