import { readFileSync, writeFileSync } from 'node:fs'
import { execSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { tripleOf } from '@brigade/server/testing/linked-device.ts'
import { make } from '@brigade/server/testing/make.ts'
import { durableApp } from './support/durable-app.ts'
import { runFlood } from './support/run-flood.ts'
const cpu = () => {
  const out = new Map<string, number>()
  for (const l of execSync('ps -eo pid,ppid,times,cputimes,args --no-headers', { encoding: 'utf8' }).split('\n')) {
    const m = /^\s*(\d+)\s+(\d+)\s+\S+\s+\S+\s+(.*)$/.exec(l)
    if (!m) continue
    try {
      const st = readFileSync(`/proc/${m[1]}/stat`, 'utf8'); const f = st.slice(st.lastIndexOf(')') + 2).split(' ')
      const n = /postgres|role-process|flood-process|zz-ingest/.test(m[3]!) ? m[3]! : ''
      if (n) out.set(`${m[1]} ${n.slice(-60)}`, Number(f[11]) + Number(f[12]))
    } catch {}
  }
  return out
}
await using app = await durableApp()
const made = []
for (let i = 0; i < 400; i += 1) made.push(await make.device(app))
const prof = process.env.PROF_OUT !== undefined
const connector = await app.startWith(prof ? { NODE_OPTIONS: '--import /tmp/p13/prof.mjs' } : {}, 'connector')
const flood = await runFlood({ port: connector.port, triples: made.map(tripleOf), inFlight: 20 })
await flood.rate(4000)
if (process.env.STATS) { await app.pool.query('create extension if not exists pg_stat_statements').catch((e) => console.log(String(e))) }
const before = cpu()
if (prof) process.kill(connector.pid, 'SIGUSR2')
const perf = process.env.PERF
let pid = 0
if (perf) { const { rows } = await app.pool.query(`select pid from pg_stat_activity where application_name like '%onnector%' or query ilike '%device_history%' order by state_change desc limit 5`); console.log(rows); pid = rows[0]?.pid }
const ms = Number(process.env.BENCH_MS ?? 10000)
const [rate] = await Promise.all([flood.rate(ms), (async () => { if (perf) { await wait(500); execSync(`perf record -q -F 999 -g -a -o ${perf} -- sleep 6`) } })()])
if (prof) { process.kill(connector.pid, 'SIGUSR2'); await wait(2500) }
const after = cpu()
const n = (rate * ms) / 1000
console.log('rate', Math.round(rate))
for (const [k, v] of after) { const d = v - (before.get(k) ?? 0); if (d > 5) console.log(((d * 10000) / n).toFixed(1), 'us/report', k) }
await flood.stop()
writeFileSync('/dev/null', '')
