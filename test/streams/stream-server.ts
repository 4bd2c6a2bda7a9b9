// A stream server of one's own for tests: nginx with its RTMP module and the shipped files of `ops/stream`. And encoders.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { guardProcess, makeGuardedFolder } from '#test/database/run-guard.ts'
import { findProgram } from '#test/nodes/find-program.ts'
import { freePort } from '#test/nodes/server-process.ts'

const ops = join(import.meta.dirname, '../../ops/stream')
const rtmpModule = '/usr/lib/nginx/modules/ngx_rtmp_module.so'

/** What is missing here to run it, with a remedy; null for nothing. */
export const missingStreamServer =
  findProgram('nginx') && findProgram('ffmpeg') && existsSync(rtmpModule)
    ? null
    : 'no nginx with RTMP; to run it: apt install nginx-light libnginx-mod-rtmp ffmpeg'

/** What makes a playlist of an encoder's stream: as shipped, or another way that docs/stream-server.md judges. */
export type Packager = 'shipped' | 'module'

/** The RTMP module's own HLS, in place of a program. */
const moduleHls = `hls on; hls_path /var/lib/stillwater-live; hls_fragment 2s; hls_playlist_length 60s; hls_continuous on;`

export interface StreamServer {
  /** Where members load its files. */
  readonly url: string
  /** From this address the files are served without a session. */
  readonly serverAddress: string
  /** Starts an encoder. It exits when it is refused, or cut off. */
  publish(name: string, key: string): ChildProcess
  /** Those that were started, in their order. */
  encoders(): readonly ChildProcess[]
  /** Kills them as a crash does. */
  killEncoders(): Promise<void>
  /** The playlist of a stream as it lies there; '' without one. */
  playlist(name: string): Promise<string>
  /** All that nginx has logged. */
  logs(): Promise<string>
  stop(): Promise<void>
}

/** The shipped files with other ports and folders, below the logs that Debian sets. */
async function nginxConf(
  folder: string,
  ports: { app: number; rtmp: number; http: number },
  packager: Packager,
): Promise<string> {
  const [rtmp = '', members, program = ''] = await Promise.all(
    ['rtmp.conf', 'members.conf', 'package.sh'].map((name) => readFile(join(ops, name), 'utf8')),
  )
  await writeFile(join(folder, 'package.sh'), program, { mode: 0o755 })
  const moved = (text = '') =>
    text
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${ports.app}`)
      .replaceAll('127.0.0.1:1935', `127.0.0.1:${ports.rtmp}`)
      .replaceAll('/opt/stillwater/ops/stream', folder)
      .replaceAll('/var/lib/stillwater-live', join(folder, 'live'))
      .replace('allow 203.0.113.10;', 'allow 127.0.0.9;')
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  // Its TLS is nginx's own.
  const withoutTls = rtmp.replace(/^# RTMP has no encryption[\s\S]*/m, '')
  const packaged = packager === 'module' ? withoutTls.replace(/exec_push .*;/, moduleHls) : withoutTls
  return `load_module ${rtmpModule};
${user} daemon off; pid ${folder}/pid; error_log ${folder}/errors; events {}
${moved(packaged)}
http {
access_log ${folder}/access;
${paths}
upstream stillwater { server 127.0.0.1:${ports.app}; }
server { listen 127.0.0.1:${ports.http};
${moved(members)}
}
}
`
}

export async function startStreamServer(
  appUrl: string,
  packager: Packager = 'shipped',
): Promise<StreamServer> {
  const folder = await makeGuardedFolder('test')
  const ports = { app: Number(new URL(appUrl).port), rtmp: await freePort(), http: await freePort() }
  await mkdir(join(folder, 'live'))
  const file = join(folder, 'nginx.conf')
  await writeFile(file, await nginxConf(folder, ports, packager))
  const nginx = spawn('nginx', ['-c', file, '-p', folder], { stdio: 'inherit' })
  guardProcess(nginx, once(nginx, 'exit'))
  const encoders: ChildProcess[] = []
  const end = async (program: ChildProcess, signal: 'SIGTERM' | 'SIGKILL') => {
    if (program.exitCode !== null || program.signalCode !== null) return
    const exited = once(program, 'exit')
    program.kill(signal)
    await exited
  }
  const killEncoders = async () => {
    for (const encoder of encoders) await end(encoder, 'SIGKILL')
  }
  return {
    url: `http://127.0.0.1:${ports.http}`,
    serverAddress: '127.0.0.9',
    publish: (name, key) => {
      const picture = ['-re', '-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=15']
      const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=44100']
      const quick = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', '15']
      const coded = [...quick, '-pix_fmt', 'yuv420p', '-b:v', '200k', '-c:a', 'aac', '-b:a', '64k']
      const target = ['-f', 'flv', `rtmp://127.0.0.1:${ports.rtmp}/live/${name}?key=${key}`]
      const args = ['-nostdin', '-loglevel', 'quiet', ...picture, ...sound, ...coded, ...target]
      const encoder = spawn('ffmpeg', args, { stdio: 'ignore' })
      guardProcess(encoder, once(encoder, 'exit'))
      encoders.push(encoder)
      return encoder
    },
    encoders: () => encoders,
    killEncoders,
    playlist: (name) => readFile(join(folder, 'live', `${name}.m3u8`), 'utf8').catch(() => ''),
    logs: async () => {
      const names = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile())
      return (await Promise.all(names.map(({ name }) => readFile(join(folder, name), 'utf8')))).join('\n')
    },
    stop: async () => {
      await killEncoders()
      await end(nginx, 'SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
