import { Random } from '../../random.ts';

const sparkle = 'M0-1Q0.12-0.12 1 0Q0.12 0.12 0 1Q-0.12 0.12-1 0Q-0.12-0.12 0-1Z';
const heart = 'M0 0.8C-1.3-0.1-0.7-0.9 0-0.35C0.7-0.9 1.3-0.1 0 0.8Z';
const count = 13;

/** Sparkles and small hearts around the middle, never in it. */
export function drawSparkles({ width, height }: { width: number; height: number }): string {
  const random = new Random('sparkles');
  const size = Math.min(width, height);
  return Array.from({ length: count }, (_, index) => {
    const angle = ((index + random.between(-0.3, 0.3)) / count) * 2 * Math.PI;
    const far = random.between(0.78, 0.95);
    const x = width * (0.5 + 0.5 * far * Math.cos(angle));
    const y = height * (0.5 + 0.5 * far * Math.sin(angle));
    const isHeart = index % 3 === 0;
    const scale = size * random.between(0.025, 0.05);
    return `<path d="${isHeart ? heart : sparkle}" transform="translate(${x} ${y}) scale(${scale})"
      fill="${isHeart ? '#ff8fb3' : '#fffbe6'}" stroke="#5c3460" stroke-width="0.12" stroke-linejoin="round"/>`;
  }).join('');
}
