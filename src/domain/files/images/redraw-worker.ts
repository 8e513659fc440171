import { parentPort } from 'node:worker_threads';
import { PhotonImage, resize, SamplingFilter } from '@silvia-odwyer/photon-node';
import type { RedrawAnswer, RedrawRequest } from './redraw.js';

/**
 * Decodes a picture and draws it again as PNG. Throws if it cannot be decoded; the thread must not be used again
 * after that.
 */
function redraw({ bytes, most }: RedrawRequest): RedrawAnswer {
  const image = PhotonImage.new_from_byteslice(bytes);
  const [width, height] = [image.get_width(), image.get_height()];
  const factor = Math.min(1, most.width / width, most.height / height);
  const scale = (side: number): number => Math.max(1, Math.round(side * factor));
  const size = { width: scale(width), height: scale(height) };
  const redrawn = factor < 1 ? resize(image, size.width, size.height, SamplingFilter.Lanczos3) : image;
  return { bytes: Uint8Array.from(redrawn.get_bytes()), ...size };
}

parentPort?.once('message', (request: RedrawRequest) => {
  const answer = redraw(request);
  parentPort?.postMessage(answer, [answer.bytes.buffer as ArrayBuffer]); // the buffer belongs only to this message, so it can be transferred
});
