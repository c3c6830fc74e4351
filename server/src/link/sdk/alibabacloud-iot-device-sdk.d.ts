/** Types for the parts of Alibaba's SDK for Node that the tests use; it ships without types. */
declare module 'alibabacloud-iot-device-sdk' {
  import type { EventEmitter } from 'node:events'

  type Triple = { productKey: string; deviceName: string; deviceSecret: string }
  type Reply = { id: string; code: number; data?: unknown; message?: string }
  type DeviceRequest = { id: string; params: Record<string, unknown> }
  type Answer = (reply: { code: number; data?: unknown }, type?: 'sync' | 'async') => void
  export type Thing = EventEmitter & {
    readonly connected: boolean
    postProps: (params: unknown, callback: (reply: Reply) => void) => void
    postEvent: (event: string, params: unknown, callback: (reply: Reply) => void) => void
    onProps: (callback: (asked: DeviceRequest) => void) => void
    onService: (service: string, callback: (asked: DeviceRequest, answer: Answer) => void) => void
    postTags: (tags: { attrKey: string; attrValue: string }[], callback: (reply: Reply) => void) => void
    deleteTags: (keys: string[], callback: (reply: Reply) => void) => void
    getConfig: (callback: (reply: Reply) => void) => void
    onConfig: (callback: (asked: DeviceRequest) => void) => void
    onShadow: (callback: (message: { method: string; payload: { status: string; state?: unknown } }) => void) => void
    getShadow: () => void
    postShadow: (reported: unknown) => void
    end: (force: boolean, done: () => void) => void
  }
  export type Gateway = Thing & {
    addTopo: (devices: Triple[], callback: (reply: Reply) => void) => void
    getTopo: (callback: (reply: Reply) => void) => void
    removeTopo: (devices: { productKey: string; deviceName: string }[], callback: (reply: Reply) => void) => void
    login: (device: Triple, callback: (reply: Reply) => void) => Thing
    logout: (device: { productKey: string; deviceName: string }, callback: (reply: Reply) => void) => void
    regiestSubDevice: (devices: { productKey: string; deviceName: string }[], callback: (reply: Reply) => void) => void
  }
  type Config = Triple & { brokerUrl: string; keepalive?: number }
  type Registering = {
    productKey: string
    productSecret: string
    deviceName: string
    signMethod?: string
    registerURL: string
  }
  const iot: {
    device: (config: Config) => Thing
    gateway: (config: Config) => Gateway
    register: (config: Registering, callback: (reply: Reply & { data: Partial<Triple> }) => void) => void
  }
  export default iot
}
