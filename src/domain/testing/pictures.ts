import { PhotonImage } from '@silvia-odwyer/photon-node';

/** A picture of one color. */
const fill = (width: number, height: number, color: readonly number[]): PhotonImage =>
  new PhotonImage(
    Uint8Array.from({ length: width * height * 4 }, (_, n) => color[n % 4] ?? 255),
    width,
    height,
  );

const blue = [29, 78, 216, 255];

/** Pictures of one color, by format. */
export const pictures = {
  png: (width: number, height: number, color = blue): Buffer => Buffer.from(fill(width, height, color).get_bytes()),
  jpeg: (width: number, height: number): Buffer => Buffer.from(fill(width, height, blue).get_bytes_jpeg(85)),
  webp: (width: number, height: number): Buffer => Buffer.from(fill(width, height, blue).get_bytes_webp()),
} as const;
