import { randomBytes } from 'node:crypto';
import { demandWhole, FrameRefused, headAndRest, reading } from './frame.ts';

/** A topic's next delta, or its whole state with the number of the newest delta in it. */
export interface TopicLine {
  readonly kind: 'delta' | 'snapshot';
  readonly topic: string;
  readonly number: number;
  /** What pages get, as JSON without line breaks. It is not looked into. */
  readonly json: string;
}

/** What a feed publishes at once. */
export interface TopicsFrame {
  readonly feed: string;
  /** Counted by each feed from 1: whoever misses one has missed deltas. */
  readonly turn: number;
  /** In the order in which they were made: a snapshot has all deltas before it, and none after it. */
  readonly lines: readonly TopicLine[];
}

/** What a gateway wants of a feed. */
export interface Asks {
  readonly gateway: string;
  /** All topics that its pages watch. */
  readonly topics: readonly string[];
  /** Topics whose snapshot is wanted with the next frame. */
  readonly wanted: readonly string[];
}

/** A feed says that it is there, or that it ends. */
export interface FeedBeat {
  readonly feed: string;
  /** How many gateways follow it: gateways go where others are. Null: it ends. */
  readonly followers: number | null;
}

const WORDS = { delta: 'd', snapshot: 's' } as const;
const ID = /^[0-9a-f]{16}$/;
const TOPIC = /^[a-z_]{1,24}(:[0-9a-z]{1,12}){0,2}$/i;
/** More than there are topics that anybody could watch. */
const MAX_TOPICS = 20_000;

/** The name of a feed or a gateway, of this run alone. */
export function newEndId(): string {
  return randomBytes(8).toString('hex');
}

export function encodeTopicLine({ kind, topic, number, json }: TopicLine): string {
  return `${WORDS[kind]} ${topic} ${number} ${json}`;
}

/** @param lines of `encodeTopicLine`. */
export function encodeTopics(feed: string, turn: number, lines: readonly string[]): string {
  return `${JSON.stringify([feed, turn])}\n${lines.join('\n')}`;
}

/** Throws FrameRefused. */
export function decodeTopics(text: string): TopicsFrame {
  return reading('topics', () => {
    const [head, rest] = headAndRest(text);
    const [feed, turn] = head as unknown[];
    const lines = rest === '' ? [] : rest.split('\n').map(decodeTopicLine);
    return { feed: demandId(feed), turn: demandWhole(turn, 'the turn'), lines };
  });
}

function decodeTopicLine(line: string): TopicLine {
  const topicEnd = line.indexOf(' ', 2);
  const numberEnd = line.indexOf(' ', topicEnd + 1);
  if (topicEnd < 0 || numberEnd < 0 || numberEnd === line.length - 1) throw new FrameRefused('half a topic');
  const word = line.slice(0, 2);
  if (word !== 'd ' && word !== 's ') throw new FrameRefused('a topic of an unknown kind');
  return {
    kind: word === 'd ' ? 'delta' : 'snapshot',
    topic: demandTopic(line.slice(2, topicEnd)),
    number: demandWhole(Number(line.slice(topicEnd + 1, numberEnd)), 'the number'),
    json: line.slice(numberEnd + 1),
  };
}

export function encodeAsks({ gateway, topics, wanted }: Asks): string {
  return JSON.stringify([gateway, topics, wanted]);
}

/** Throws FrameRefused. */
export function decodeAsks(text: string): Asks {
  return reading('what a gateway asks', () => {
    const [gateway, topics, wanted] = JSON.parse(text) as unknown[];
    return { gateway: demandId(gateway), topics: demandTopics(topics), wanted: demandTopics(wanted) };
  });
}

export function encodeFeedBeat({ feed, followers }: FeedBeat): string {
  return JSON.stringify([feed, followers]);
}

/** Throws FrameRefused. */
export function decodeFeedBeat(text: string): FeedBeat {
  return reading('a feed', () => {
    const [feed, followers] = JSON.parse(text) as unknown[];
    return {
      feed: demandId(feed),
      followers: followers === null ? null : demandWhole(followers, 'the followers'),
    };
  });
}

function demandId(value: unknown): string {
  if (typeof value !== 'string' || !ID.test(value)) throw new FrameRefused('no name of an end');
  return value;
}

function demandTopic(value: unknown): string {
  if (typeof value !== 'string' || !TOPIC.test(value)) throw new FrameRefused('no topic');
  return value;
}

function demandTopics(value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length > MAX_TOPICS) throw new FrameRefused('no list of topics');
  return value.map(demandTopic);
}
