import { allEndpoints } from '@brigade/contract/catalogue.ts'
import { isLogged, isOfApp } from '@brigade/contract/endpoint.ts'
import { jobKinds } from '@brigade/contract/job/job.model.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import type { LogModule } from '@brigade/contract/system/log/log.model.ts'
import { moduleWords } from '@brigade/contract/system/log/module-words.ts'
import { textOfKey } from '../../platform/http/answer.ts'

type Operation = Readonly<{ module: string; value: string; name: string }>

/** All logged operations, from the catalogue of calls and the kinds of jobs, by module. */
export function listModules(locale: Locale): LogModule[] {
  const ofStaff = allEndpoints.filter((endpoint) => isLogged(endpoint) && !isOfApp(endpoint))
  const calls = ofStaff.map(({ domain, name, summary }): Operation => {
    return { module: domain, value: `${domain}.${name}`, name: summary[locale] }
  })
  const known = new Set(calls.map(({ value }) => value))
  const jobs = jobKinds
    .filter((kind) => !known.has(kind))
    .map((kind): Operation => {
      return { module: kind.slice(0, kind.indexOf('.')), value: kind, name: textOfKey(`job.${kind}`, locale) }
    })
  return [...Map.groupBy([...calls, ...jobs], ({ module }) => module)]
    .map(([module, operations]) => ({
      module,
      name: moduleWords[module]?.[locale] ?? module,
      operations: operations
        .map(({ value, name }) => ({ value, name }))
        .toSorted((a, b) => a.name.localeCompare(b.name, locale)),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, locale))
}
