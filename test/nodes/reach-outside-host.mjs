// Preloaded into a node by a test: the host OUTSIDE_HOST is at a public address, and is reached by http at OUTSIDE_PORT of
// this machine.
import dns from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'

const { OUTSIDE_HOST, OUTSIDE_PORT } = process.env
const { lookup } = dns
dns.lookup = (name, options) =>
  name === OUTSIDE_HOST ? Promise.resolve([{ address: '93.184.215.14', family: 4 }]) : lookup(name, options)
const { request } = https
https.request = (url, options, onResponse) =>
  url.hostname === OUTSIDE_HOST
    ? http.request(
        `http://127.0.0.1:${OUTSIDE_PORT}${url.pathname}`,
        { ...options, lookup: undefined },
        onResponse,
      )
    : request(url, options, onResponse)
syncBuiltinESMExports()
