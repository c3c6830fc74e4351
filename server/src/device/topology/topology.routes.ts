import { topologyApi, topologyCalls } from '@brigade/contract/device/topology/topology.endpoints.ts'
import { implement, implementEach } from '../../platform/http/implement.ts'
import { listGateways } from './topology.store.ts'
import { addSubDevices, listSubDevices, removeSubDevices } from './sub-devices.ts'

const maxOptions = 50

export const topologyRoutes = [
  ...implement(topologyApi, {
    gateways: ({ db, caller }, { query }) => listGateways(db, caller, query, maxOptions),
  }),
  ...implementEach(topologyCalls, (kind) => ({
    subDevices: (ctx, { query }) => listSubDevices(ctx, kind, query),
    addSubDevices: (ctx, { body }) => addSubDevices(ctx, kind, body),
    removeSubDevices: (ctx, { body }) => removeSubDevices(ctx, kind, body),
  })),
]
