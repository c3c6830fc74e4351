import { startTestApp } from '@brigade/server/testing/start-app.ts'
import { serveTokens } from './hard/clients/tokens.ts'
import { writeFileSync } from 'node:fs'
const app = await startTestApp({ roles: ['api'], settings: { DEMO: 'on' } })
const tokens = await serveTokens(app)
for (const [n,p] of [['staff','/api/openapi.json'],['app','/api/app/openapi.json']] as const) {
 const d = await (await fetch(app.url+p)).json() as any
 for (const ops of Object.values(d.paths) as any[]) for (const [m,o] of Object.entries(ops)) if (JSON.stringify(o).includes('text/event-stream')) delete ops[m]
 writeFileSync(`/tmp/st-${n}.json`, JSON.stringify(d))
}
console.log(JSON.stringify({url: app.url, tokens: tokens.url, t: (await (await fetch(tokens.url+'/staff')).text()).length}))
