import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { make } from '@brigade/server/testing/make.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { until } from '@brigade/server/testing/until.ts'
import { triedOnlyIn } from '../support/browser.ts'
import { openConsole, type Console } from '../support/open-console.ts'
import { plantFleet } from './statistics-world.ts'
import { totalOf } from './total-of.ts'

/** Statistics link to filtered lists: a filter without a field is shown as a chip and can be removed. */

let at: Console
let admin: MadeAccount
let hotelId: string
before(async () => {
  at = await openConsole()
  admin = await make.account(at.app, { role: 'administrator', name: 'Ada' })
  const { hotel } = await plantFleet(at.app)
  hotelId = hotel.id
})
after(() => at.stop())

type Arrival = Readonly<{
  screen: string
  query: Record<string, string>
  chips: readonly (readonly [string, string])[]
}>
const past = '2020-01-01T00:00:00.000Z'
const later = '2020-01-02T00:00:00.000Z'
const arrivals = (): readonly Arrival[] => [
  {
    screen: '/recipeManage/device/list',
    query: { activatedStart: past, activatedEnd: later, seenBefore: past, located: 'elsewhere', missing: 'channel' },
    chips: [
      ['First connected', '2020-01-01'],
      ['Last seen', 'until 2020-01-01'],
      ['Installed in', 'Elsewhere'],
      ['Not given', 'Sales channel'],
    ],
  },
  {
    screen: '/userList',
    query: {
      customerId: hotelId,
      calledDays: '7',
      calledOn: past,
      lastApp: 'ios',
      createdEnd: later,
      province: '330000',
      located: 'unknown',
    },
    chips: [
      ['Registered', 'until 2020-01-02'],
      ['Has a device of', 'Grand Quay Hotel'],
      ['Active', 'Active in 7 days, until 2020-01-01'],
      ['Last used app', 'iOS'],
      ['Place', 'Zhejiang'],
      ['Place', 'Not given'],
    ],
  },
  {
    screen: '/recipeManage/recipeList',
    query: { organisationId: 'own', complete: 'zh', published: 'true', filed: 'false' },
    chips: [
      ['Organisation', 'Own and below'],
      ['Complete in', 'Chinese'],
      ['Status', 'With a published version'],
      ['Category', 'Without a category'],
    ],
  },
  {
    screen: '/fault/list',
    query: { tab: 'faults', first: 'true', open: 'false', identifier: 'Nothing', located: 'unknown' },
    chips: [
      ['Repeats', 'Without those within'],
      ['Reported as', 'Nothing'],
      ['Handling', 'Closed'],
      ['Place', 'Not given'],
    ],
  },
]

for (const { language } of triedOnlyIn('en'))
  test('whoever arrives with filters that have no field sees each in words, and the list grows as they are removed', async () => {
    for (const { screen, query, chips } of arrivals())
      await at.inWindow(
        { language, as: admin, start: `${screen}?${new URLSearchParams(query).toString()}` },
        async (page) => {
          const row = page.getByRole('search').getByRole('list', { name: 'Applied filters' })
          for (const [label, text] of chips)
            await row.getByRole('listitem').filter({ hasText: label }).filter({ hasText: text }).waitFor()
          assert.equal(await row.getByRole('listitem').count(), chips.length, screen)
          const before = await totalOf(page)
          for (let left = chips.length; left > 0; left -= 1) {
            await row.getByRole('button').first().click()
            await until(`${left - 1} left`, async () => (await row.getByRole('listitem').count()) === left - 1)
          }
          for (const key of Object.keys(query))
            if (key !== 'tab') assert.ok(!page.url().includes(`${key}=`), page.url())
          // There are no recipes in this test.
          if (screen !== '/recipeManage/recipeList')
            await until(`more than ${before} of ${screen}`, async () => (await totalOf(page)) > before)
        },
      )
  })
