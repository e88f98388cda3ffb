/** Planets, by numbers in fields that small methods read. */
public class Bodies {
  static final class Body {
    double x, y, z, vx, vy, vz, mass;

    double distanceSquared(Body other) {
      double dx = x - other.x, dy = y - other.y, dz = z - other.z;
      return dx * dx + dy * dy + dz * dz + 0.01;
    }

    void pull(Body other, double time) {
      double d = distanceSquared(other);
      double force = other.mass * time / (d * Math.sqrt(d));
      vx += (other.x - x) * force;
      vy += (other.y - y) * force;
      vz += (other.z - z) * force;
    }

    void move(double time) {
      x += vx * time;
      y += vy * time;
      z += vz * time;
    }
  }

  static double energy(Body[] bodies) {
    double energy = 0;
    for (Body a : bodies) {
      energy += a.mass * (a.vx * a.vx + a.vy * a.vy + a.vz * a.vz) / 2;
      for (Body b : bodies) {
        if (a != b) {
          energy -= a.mass * b.mass / Math.sqrt(a.distanceSquared(b));
        }
      }
    }
    return energy;
  }

  static void step(Body[] bodies, double time) {
    for (Body a : bodies) {
      for (Body b : bodies) {
        if (a != b) {
          a.pull(b, time);
        }
      }
    }
    for (Body a : bodies) {
      a.move(time);
    }
  }

  public static void main(String[] args) {
    Body[] bodies = new Body[8];
    for (int i = 0; i < bodies.length; i++) {
      bodies[i] = new Body();
      bodies[i].x = i;
      bodies[i].y = i * i % 5;
      bodies[i].mass = 1 + i % 3;
    }
    double energy = 0;
    for (int i = 0; i < 900_000; i++) {
      step(bodies, 0.0001);
      if (i % 16 == 0) {
        energy += energy(bodies);
      }
    }
    System.out.println(energy);
  }
}
